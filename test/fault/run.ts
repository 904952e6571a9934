/**
 * `npm run fault`: the fault tests with many more inputs and clients. FAULT_SEED repeats the inputs of a run, FAULT_RUNS
 * sets how many inputs each test tries.
 */
import path from "node:path";
import { root } from "../support/cli.js";

process.env["FAULT"] = "full";
process.argv.splice(2, Infinity, path.join(root, "test/runtime/faults"));
await import("../run.js");
