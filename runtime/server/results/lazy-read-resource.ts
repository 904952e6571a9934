import { Late } from "../../protocol/lazy.js";

/** What reads of resources take; loaded with the first. One for all servers of a process. */
export const reading = new Late(() => import("./read-values.js"));
