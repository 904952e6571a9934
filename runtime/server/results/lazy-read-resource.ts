import { Lazy } from "../../protocol/lazy.js";

/** What reads of resources take; loaded with the first. One for all servers of a process. */
export const lazyReader = new Lazy(() => import("./read-resource.js"));
