/**
 * `npm run bench:client [-- --short]`: compares our client with the official SDKs' and with bare ones, against the same
 * server and with results checked by their schemas. Prints a table in Markdown, then a line per target, and exits with 1
 * if one is missed.
 *
 * The full form needs a quiet machine. The short form is for CI, where other programs share the machine: targets may be
 * missed by a margin.
 */
import os from "node:os";
import { parseArgs } from "node:util";
import { pinning } from "../server/cores.js";
import { Checks } from "../server/targets.js";
import { measurePoint, type Point, type Rates } from "./measure.js";
import { fullPlan, shortPlan, targetsAt } from "./plan.js";
import { ratioOf, ratesTable, type Row } from "./tables.js";

const { values } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    /** Measures only the points whose names contain this text. */
    only: { type: "string", default: "" },
  },
});
const { points, pace, margin } = values.short ? shortPlan : fullPlan;
const checks = new Checks();
const rows: Row[] = [];

process.stdout.write(
  `Node ${process.versions.node}, ${os.cpus()[0]?.model ?? "unknown processor"}; ${pinning}.\n\n`,
);
for (const point of points) {
  if (!label(point).includes(values.only)) continue;
  try {
    rows.push({ label: label(point), point, rates: await measurePoint(point, pace) });
  } catch (error) {
    checks.record(false, `${label(point)}: ${(error as Error).message}`);
  }
}
process.stdout.write(`${ratesTable(rows)}\n`);
for (const row of rows) judge(row.point, row.rates);
process.stdout.write(`\n${checks.totals()}\n`);
process.exitCode = checks.failed > 0 ? 1 : 0;

function judge(point: Point, rates: Rates): void {
  const targets = targetsAt(point);
  if (!targets) return;
  const name = label(point);
  const timesSdk = ratioOf(rates, "ours", "SDK v2");
  checks.compare(`${name}: times the SDK v2`, timesSdk, targets.timesSdkV2, margin);
  const timesBare = ratioOf(rates, "bare", "ours");
  checks.compare(`${name}: times a bare client's time`, timesBare, targets.timesBare, margin);
}

function label({ transport, era, window }: Point): string {
  return `${transport}, ${era}, ${window} at once`;
}
