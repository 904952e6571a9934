/** Measures wall time and peak memory of a Node program in its own process. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { root } from "../support/cli.js";
import { runProcess } from "../support/run-process.js";

export interface Figures {
  readonly seconds: number;
  readonly peakMiB: number;
}

/** Measures one run; undefined if the program fails or takes longer than five minutes. */
export async function measureProcess(
  args: readonly string[],
  workspace: string,
): Promise<Figures | undefined> {
  const figures = path.join(workspace, "figures");
  rmSync(figures, { force: true });
  const hook = path.join(root, "test/bench/measure.js");
  const run = await runProcess(process.execPath, ["--import", hook, ...args], {
    cwd: workspace,
    env: { ...process.env, BENCH_FIGURES: figures },
    timeoutMs: 300_000,
  });
  if (run.code !== 0 || !existsSync(figures)) return undefined;
  return { seconds: run.seconds, peakMiB: Number(readFileSync(figures, "utf8")) / 1024 };
}

/** Returns the median of each figure; undefined if a run failed. */
export function medianFigures(runs: readonly (Figures | undefined)[]): Figures | undefined {
  const good = runs.filter((run) => run !== undefined);
  if (good.length === 0 || good.length < runs.length) return undefined;
  return {
    seconds: median(good.map(({ seconds }) => seconds)),
    peakMiB: median(good.map(({ peakMiB }) => peakMiB)),
  };
}

/** Returns the median, of an even number of values the upper one. @throws RangeError if the list is empty */
export function median(values: readonly number[]): number {
  const middle = [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
  if (middle === undefined) throw new RangeError("there is no median of nothing");
  return middle;
}
