import { Lazy } from "../../protocol/lazy.js";

/** Loaded for the first tool with an output schema, and for the first value of which JSON may lose parts. */
export const resultChecks = new Lazy(() => import("./result-checks.js"));
