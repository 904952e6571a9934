/**
 * `npm run bench:server [-- --short]`: our server against bare node:http and the official SDKs, in one run on one
 * machine. Prints the Markdown that the README shows, then a line for each target, and exits with 1 when one is missed.
 *
 * The full form wants a quiet machine. The short one is for CI, where other programs share the machine: it lets targets
 * be missed by the margins in `targets.ts`.
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
    /** Only the parts whose name has this in it. */
    only: { type: "string", default: "" },
  },
});
const plan = values.short ? shortPlan : fullPlan;
const workspace = mkdtempSync(path.join(os.tmpdir(), "bench-server-"));
const checks = new Checks();
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
