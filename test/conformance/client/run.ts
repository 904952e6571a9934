/**
 * `npm run conformance:client -- [SCENARIO …]`: runs the official suite against a program on the runtime's client: every
 * client scenario under each revision that it supports, or only those named. A warning counts as a failure, as does a
 * scenario that did not run or checked nothing, and a program that ends with an error. Needs a built dist/.
 *
 * --out DIR: keeps the suite's results
 *
 * Exit codes: 0 no failure, 1 failures, 2 wrong usage.
 */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { planGroups } from "../plan.js";
import { runGroups, type Subject } from "../run-groups.js";
import { Suite } from "../suite.js";
import { bundleProgram } from "./bundle-program.js";

/** The suite itself starts all scenarios of a group at once. */
const atATime = 1;
/** For a program that starts beside some forty others. */
const timeoutMs = 120_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: "string" } },
});
const suite = await Suite.open("client");
const groups = await planGroups(suite, positionals);
if (groups.length === 0) {
  process.stderr.write("There is no such scenario.\n");
  process.exit(2);
}
const workspace = mkdtempSync(path.join(os.tmpdir(), "conformance-client-"));
const program = path.join(workspace, "client.mjs");
await bundleProgram(program);
const subject: Subject = {
  args: ["--command", `"${process.execPath}" "${program}"`, "--timeout", String(timeoutMs)],
  close: () => Promise.resolve([]),
};
const jobs = groups.map((group) => ({
  tested: "client",
  group,
  open: () => Promise.resolve(subject),
}));
await runGroups(suite, jobs, atATime, values.out);
rmSync(workspace, { recursive: true, force: true });
