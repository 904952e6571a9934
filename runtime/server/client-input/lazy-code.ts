import { Lazy } from "../../protocol/lazy.js";

/** The code that asks clients and resumes with their answers. */
export type ClientInputCode = typeof import("./code.js");

/** Lazy because most tools never ask. Stateless, so all servers share it. */
export const clientInputCode: Lazy<ClientInputCode> = new Lazy(() => import("./code.js"));
