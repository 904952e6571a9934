import type { ScenarioResult } from "./results.js";

export interface GroupResult {
  /** Which server or client. */
  readonly tested: string;
  readonly group: string;
  readonly seconds: number;
  readonly scenarios: readonly ScenarioResult[];
  /** Problems outside of the scenarios. */
  readonly problems: readonly string[];
}

const columns = [8, 22, 10, 7, 7, 8, 8];

export function formatHeader(): string {
  return row(["tested", "group", "scenarios", "passed", "failed", "skipped", "seconds"]);
}

export function formatGroup(result: GroupResult): string {
  const { scenarios } = result;
  return row([
    result.tested,
    result.group,
    scenarios.length,
    countPassed(result),
    countFailed(result),
    sum(scenarios.map(({ skipped }) => skipped.length)),
    result.seconds.toFixed(1),
  ]);
}

/** Lists every problem and every skipped scenario with its place. */
export function formatFindings(results: readonly GroupResult[]): string {
  const lines: string[] = [];
  for (const { tested, group, scenarios, problems } of results) {
    const place = `${tested}, ${group}`;
    lines.push(...problems.map((problem) => `FAILED ${place}: ${problem}`));
    for (const each of scenarios) {
      lines.push(...each.problems.map((text) => `FAILED ${place}, ${each.scenario}: ${text}`));
    }
  }
  for (const { tested, group, scenarios } of results) {
    for (const { scenario, skipped } of scenarios) {
      if (skipped.length === 0) continue;
      lines.push(
        `skipped ${tested}, ${group}, ${scenario}: ${skipped.length} checks, ${skipped[0]}`,
      );
    }
  }
  return lines.map((line) => `${line}\n`).join("");
}

export function countPassed({ scenarios }: GroupResult): number {
  return sum(scenarios.map(({ passed }) => passed));
}

export function countFailed({ scenarios, problems }: GroupResult): number {
  return problems.length + sum(scenarios.map((each) => each.problems.length));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function row(cells: readonly (string | number)[]): string {
  const padded = cells.map((cell, index) => {
    const width = columns[index] ?? 0;
    return typeof cell === "number" ? `${cell}`.padStart(width) : cell.padEnd(width);
  });
  return `${padded.join(" ").trimEnd()}\n`;
}
