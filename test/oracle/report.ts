/** Reports an oracle run: a line per document, what could not be compared, and the totals. */
import type { OracleResult } from "./result.js";

const shown = 12;

export function formatHeader(): string {
  const columns = [
    "ops",
    "compared",
    "requests",
    "equal",
    "decided",
    "wrong",
    "members",
    "branches",
    "answers",
    "carried",
    "s",
  ];
  return row("document", columns);
}

export function formatResult(result: OracleResult): string {
  const problems = result.problems.slice(0, shown).map((problem) => `  FAILED ${problem}\n`);
  const more = result.problems.length - problems.length;
  if (more > 0) problems.push(`  and ${more} more\n`);
  return row(result.name, figures([result])) + problems.join("");
}

/** Counts operations by reason, for each document. */
export function formatNotCompared(results: readonly OracleResult[]): string {
  const lines = results.flatMap(({ name, notCompared }) => {
    const reasons = new Map<string, string[]>();
    for (const [key, reason] of Object.entries(notCompared)) {
      const list = reasons.get(reason.replace(key, "")) ?? [];
      reasons.set(reason.replace(key, ""), [...list, key]);
    }
    return [...reasons].map(
      ([reason, keys]) => `  ${name}: ${keys.length} (${keys[0]}): ${reason}\n`,
    );
  });
  return lines.length === 0 ? "" : `not compared:\n${lines.join("")}`;
}

export function formatTotals(results: readonly OracleResult[]): string {
  const applied = new Map<string, number>();
  for (const result of results) {
    for (const [name, count] of Object.entries(result.applied)) {
      applied.set(name, (applied.get(name) ?? 0) + count);
    }
  }
  const decisions = [...applied]
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `  ${name}: ${count}\n`);
  return (
    (decisions.length === 0
      ? ""
      : `decisions, by the differences they settle:\n${decisions.join("")}`) +
    row(`${results.length} documents`, figures(results))
  );
}

function figures(results: readonly OracleResult[]): readonly string[] {
  const sum = (pick: (result: OracleResult) => number): number =>
    results.reduce((total, result) => total + pick(result), 0);
  return [
    ...[
      sum((each) => each.operations),
      sum((each) => each.compared),
      sum((each) => each.requests),
      sum((each) => each.equal),
      sum((each) => each.decided),
      sum((each) => each.wrong),
    ].map(String),
    share(
      sum((each) => each.coverage.membersSent),
      sum((each) => each.coverage.members),
    ),
    share(
      sum((each) => each.coverage.branchesSent),
      sum((each) => each.coverage.branches),
    ),
    ...[sum((each) => each.answers), sum((each) => each.carried)].map(String),
    sum((each) => each.seconds).toFixed(1),
  ];
}

/** Returns a share in per cent, rounded down: 100 means all. */
function share(some: number, all: number): string {
  return all === 0 ? "-" : `${Math.floor((some / all) * 100)} %`;
}

function row(name: string, cells: readonly string[]): string {
  return `${name.padEnd(28)}${cells.map((cell) => cell.padStart(9)).join("")}\n`;
}
