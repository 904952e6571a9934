/**
 * `npm run bench:proxy [-- --short] [--only TEXT]`: compares tools that call their API with bare proxies, and with the servers
 * that other generators make of the same document. Prints a line per target and a table in Markdown, and exits with 1 if a target
 * is missed. The limit is a proxy on undici that parses the answer and writes it as a result, without any check.
 *
 * The full form needs a quiet machine. A point that misses a target there is measured once more, with three times as many starts,
 * and the rounds of both count: two figures of one build differ by more than the distance of some from their target. The short
 * form is for CI, where other programs share the machine: targets may be missed by a margin, and of a point that misses by more the
 * second measurement counts.
 */
import os from "node:os";
import { parseArgs } from "node:util";
import { joined, withFurtherStarts } from "../rounds.js";
import { pinning } from "../server/cores.js";
import { generator } from "../server/load.js";
import { Checks, type Comparison } from "../server/targets.js";
import { growthOver, memoryOfWaiting } from "./memory.js";
import { measurePoint } from "./measure.js";
import { fullPlan, shortPlan, targets } from "./plan.js";
import { label, p99Of, shareOf, table, type Row } from "./tables.js";
import { openWorkspace } from "./workspace.js";

const { values } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    /** Measures only the points whose names contain this text; `memory` for the memory. */
    only: { type: "string", default: "" },
  },
});
const { points, pace, margins, ...plan } = values.short ? shortPlan : fullPlan;
const checks = new Checks(values.short);
const mebibyte = 1024 * 1024;

process.stdout.write(
  `Node ${process.versions.node}, ${os.cpus()[0]?.model ?? "unknown processor"}; ` +
    `load by ${generator}; ${pinning}, the API beside the client.\n\n`,
);
const workspace = await openWorkspace(
  points.some((point) => plan.contendersAt(point, 0).includes("openapi-mcp-generator")),
);
try {
  await compareSpeed();
  if ("memory".includes(values.only)) await checkMemory();
} finally {
  await workspace.close();
}
process.stdout.write(`\n${checks.totals()}\n`);
process.exitCode = checks.failed > 0 ? 1 : 0;

async function compareSpeed(): Promise<void> {
  const rows: Row[] = [];
  for (const point of points) {
    if (!label(point).includes(values.only)) continue;
    const measure = withFurtherStarts(pace.starts, (startsBefore, starts) => {
      const namesAt = (start: number) => plan.contendersAt(point, startsBefore + start);
      return measurePoint(point, namesAt, { ...pace, starts }, workspace);
    });
    const figures = await checks.measure(
      label(point),
      measure,
      (each) => comparisonsOf({ point, figures: each }),
      joined,
    );
    if (!figures) continue;
    const row = { point, figures };
    rows.push(row);
    // At once, because the full form takes an hour.
    for (const comparison of comparisonsOf(row)) checks.compare(comparison);
  }
  if (rows.length > 0) process.stdout.write(`\n${table(rows)}\n`);
}

function comparisonsOf({ point, figures }: Row): readonly Comparison[] {
  const [own, other] = [p99Of(figures, "ours"), p99Of(figures, "undici")];
  return [
    {
      what: `${label(point)}: share of undici`,
      figure: shareOf(figures, "ours", "undici"),
      target: targets.shareOfUndici,
      margin: margins.shareOfUndici,
    },
    {
      what: `${label(point)}: times the p99 of undici`,
      figure: own === undefined || other === undefined ? undefined : own / other,
      target: targets.p99,
      margin: margins.p99,
    },
  ];
}

async function checkMemory(): Promise<void> {
  const { waitingCalls, soakCalls } = plan;
  const waiting = `${waitingCalls} calls that wait`;
  const each = await checks.measure(waiting, () => memoryOfWaiting(waitingCalls, workspace));
  const [target, margin] = [targets.waitingBytes, margins.waitingBytes];
  if (each) {
    const { heapUsed, rss } = each;
    checks.compare({ what: `${waiting}: heap bytes of each`, figure: heapUsed, target, margin });
    checks.compare({ what: `${waiting}: resident bytes of each`, figure: rss, target, margin });
  }
  if (soakCalls === 0) return;
  const many = `${soakCalls} calls`;
  const growth = await checks.measure(many, () => growthOver(soakCalls, workspace));
  if (!growth) return;
  // As in the soak of the server: one byte of each call, and the variation of the allocator.
  checks.compare({
    what: `${many}: MiB that the heap grew by`,
    figure: growth.heapUsed / mebibyte,
    target: { atMost: 1 },
    margin: 0,
  });
  checks.compare({
    what: `${many}: MiB that memory grew by`,
    figure: growth.rss / mebibyte,
    target: { atMost: 24 },
    margin: 0,
  });
}
