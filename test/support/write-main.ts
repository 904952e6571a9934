/** Writes the files that stdin lists as JSON to a folder, as a run of the generator does. */
import { readFileSync } from "node:fs";
import type { GeneratedFile } from "../../src/emit/generated-file.js";
import { applyPlan } from "../../src/write/apply.js";
import { planWrite } from "../../src/write/plan.js";

const files = JSON.parse(readFileSync(0, "utf8")) as readonly GeneratedFile[];
const out = process.argv[2] ?? "";
await applyPlan(await planWrite(files, out, { layout: "project", generatorVersion: "1.0.0" }));
