import { Lazy } from "../../protocol/lazy.js";

/** What it takes to ask a client, and to go on with its answers. */
export type ClientInputCode = typeof import("./code.js");

/** One for all servers of a process: it holds nothing of theirs. Most tools never ask. */
export const clientInputCode: Lazy<ClientInputCode> = new Lazy(() => import("./code.js"));
