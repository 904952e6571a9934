/** `npm run fault`: the fault tests with many more runs. FAULT_SEED repeats a run, FAULT_RUNS sets how many inputs are tried. */
import { readdirSync } from "node:fs";
import path from "node:path";
import { root } from "../support/cli.js";

process.env["FAULT"] = "full";
const folder = path.join(root, "test/runtime/faults");
const files = readdirSync(folder).filter((name) => name.endsWith(".test.ts"));
process.argv.splice(2, Infinity, ...files.map((name) => path.join(folder, name)));
await import("../run.js");
