import { Lazy } from "../../protocol/lazy.js";

/** The code that asks clients and resumes with their answers. */
export type ClientInputCode = typeof import("./code.js");

/** Loaded lazily because most tools never ask. It is stateless, so all servers of a process share it. */
export const clientInputCode: Lazy<ClientInputCode> = new Lazy(() => import("./code.js"));
