/**
 * `npm run bench:proxy [-- --short] [--only TEXT]`: compares tools that call their API with bare proxies, and with the servers
 * that other generators make of the same document. Prints a table in Markdown, then a line per target, and exits with 1 if one
 * is missed. The limit is a proxy on undici that parses the answer and writes it as a result, without any check.
 *
 * The full form needs a quiet machine. The short form is for CI, where other programs share the machine: targets may be
 * missed by a margin, and a point that misses by more is measured once more.
 */
import os from "node:os";
import { parseArgs } from "node:util";
import { pinning } from "../server/cores.js";
import { generator } from "../server/load.js";
import { Checks, meets, type Target } from "../server/targets.js";
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
const checks = new Checks();
const mebibyte = 1024 * 1024;

process.stdout.write(
  `Node ${process.versions.node}, ${os.cpus()[0]?.model ?? "unknown processor"}; ` +
    `load by ${generator}; ${pinning}, the API beside the client.\n\n`,
);
const workspace = await openWorkspace(plan.contenders.includes("openapi-mcp-generator"));
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
    await attempt(label(point), async () => {
      const measure = async (): Promise<Row> => ({
        point,
        figures: await measurePoint(point, plan.contenders, pace, workspace),
      });
      const row = await measure();
      // Other programs may slow one of two contenders down for a while. What is slow in itself is so twice.
      rows.push(values.short && misses(row) ? await measure() : row);
    });
  }
  if (rows.length > 0) process.stdout.write(`${table(rows)}\n`);
  for (const row of rows) {
    for (const { what, figure, target, margin } of comparisonsOf(row)) {
      checks.compare(`${label(row.point)}: ${what}`, figure, target, margin);
    }
  }
}

interface Comparison {
  readonly what: string;
  readonly figure: number | undefined;
  readonly target: Target;
  readonly margin: number;
}

function misses(row: Row): boolean {
  return comparisonsOf(row).some(({ figure, target, margin }) => !meets(figure, target, margin));
}

function comparisonsOf({ figures }: Row): readonly Comparison[] {
  const [own, other] = [p99Of(figures, "ours"), p99Of(figures, "undici")];
  const times = own === undefined || other === undefined ? undefined : own / other;
  return [
    {
      what: "share of undici",
      figure: shareOf(figures, "ours", "undici"),
      target: targets.shareOfUndici,
      margin: margins.shareOfUndici,
    },
    { what: "times the p99 of undici", figure: times, target: targets.p99, margin: margins.p99 },
  ];
}

async function checkMemory(): Promise<void> {
  const { waitingCalls, soakCalls } = plan;
  const waiting = `${waitingCalls} calls that wait`;
  await attempt(waiting, async () => {
    const { heapUsed, rss } = await memoryOfWaiting(waitingCalls, workspace);
    checks.compare(
      `${waiting}: heap bytes of each`,
      heapUsed,
      targets.waitingBytes,
      margins.waitingBytes,
    );
    checks.compare(
      `${waiting}: resident bytes of each`,
      rss,
      targets.waitingBytes,
      margins.waitingBytes,
    );
  });
  if (soakCalls === 0) return;
  const many = `${soakCalls} calls`;
  await attempt(many, async () => {
    const { heapUsed, rss } = await growthOver(soakCalls, workspace);
    // As in the soak of the server: one byte of each call, and the variation of the allocator.
    checks.compare(`${many}: MiB that the heap grew by`, heapUsed / mebibyte, { atMost: 1 }, 0);
    checks.compare(`${many}: MiB that memory grew by`, rss / mebibyte, { atMost: 24 }, 0);
  });
}

async function attempt(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    checks.record(false, `${what}: ${(error as Error).message}`);
  }
}
