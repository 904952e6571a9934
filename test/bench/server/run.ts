/**
 * `npm run bench:server [-- --short]`: compares our server with bare node:http and the official SDKs, in one run on one
 * machine. Prints the Markdown that the README shows, then a line per target, and exits with 1 if one is missed.
 *
 * The full form needs a quiet machine. Calls over HTTP that miss a target there are measured once more, with three times as many
 * starts, and the rounds of both count. The short form is for CI, where other programs share the machine: targets may be missed
 * by the margins in `targets.ts`, and of what misses them the second measurement counts.
 */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { pinning } from "./cores.js";
import { measureEverything } from "./everything.js";
import { generator } from "./load.js";
import { fullPlan, shortPlan } from "./plan.js";
import { Checks } from "./targets.js";

const { values } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    /** Runs only the parts, or of the calls over HTTP the points, whose names contain this text. */
    only: { type: "string", default: "" },
  },
});
const plan = values.short ? shortPlan : fullPlan;
const workspace = mkdtempSync(path.join(os.tmpdir(), "bench-server-"));
const checks = new Checks(values.short);
try {
  process.stdout.write(
    `Node ${process.versions.node}, ${os.cpus()[0]?.model ?? "unknown processor"}; ` +
      `load by ${generator}; ${pinning}.\n\n`,
  );
  await measureEverything(plan, checks, workspace, values.only);
} finally {
  rmSync(workspace, { recursive: true, force: true });
}
process.stdout.write(`\n${checks.totals()}\n`);
process.exitCode = checks.failed > 0 ? 1 : 0;
