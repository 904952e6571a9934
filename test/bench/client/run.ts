/**
 * `npm run bench:client [-- --short]`: compares our client with the official SDKs' and with bare ones, against the same
 * server and with results checked by their schemas. Prints a table in Markdown, then a line per target, and exits with 1
 * if one is missed.
 *
 * The full form needs a quiet machine. The short form is for CI, where other programs share the machine: targets may be
 * missed by a margin, and a point that misses by more is measured once more.
 */
import os from "node:os";
import { parseArgs } from "node:util";
import { pinning } from "../server/cores.js";
import { Checks, type Comparison } from "../server/targets.js";
import { measurePoint, type Point } from "./measure.js";
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
const checks = new Checks(values.short);
const rows: Row[] = [];

process.stdout.write(
  `Node ${process.versions.node}, ${os.cpus()[0]?.model ?? "unknown processor"}; ${pinning}.\n\n`,
);
for (const point of points) {
  if (!label(point).includes(values.only)) continue;
  const measure = async (): Promise<Row> => ({
    label: label(point),
    point,
    rates: await measurePoint(point, pace),
  });
  const row = await checks.measure(label(point), measure, comparisonsOf);
  if (row) rows.push(row);
}
process.stdout.write(`${ratesTable(rows)}\n`);
for (const comparison of rows.flatMap(comparisonsOf)) checks.compare(comparison);
process.stdout.write(`\n${checks.totals()}\n`);
process.exitCode = checks.failed > 0 ? 1 : 0;

function comparisonsOf({ point, rates, label: name }: Row): readonly Comparison[] {
  const targets = targetsAt(point);
  if (!targets) return [];
  return [
    {
      what: `${name}: times the SDK v2`,
      figure: ratioOf(rates, "ours", "SDK v2"),
      target: targets.timesSdkV2,
      margin,
    },
    {
      what: `${name}: times a bare client's time`,
      figure: ratioOf(rates, "bare", "ours"),
      target: targets.timesBare,
      margin,
    },
  ];
}

function label({ transport, era, window }: Point): string {
  return `${transport}, ${era}, ${window} at once`;
}
