/** Reports a run: a line per document, the refused examples by reason, and the totals. */
import type { ExamplesResult } from "./result.js";

const shown = 12;

export function formatHeader(): string {
  return row("document", ["examples", "accepted", "valid", "accepted", "texts", "s"]);
}

export function formatResult(result: ExamplesResult): string {
  const problems = result.problems.slice(0, shown).map((problem) => `  FAILED ${problem}\n`);
  const more = result.problems.length - problems.length;
  if (more > 0) problems.push(`  and ${more} more\n`);
  return row(result.name, figures([result])) + problems.join("");
}

/** Lists what is refused because the document's own schema does not allow it. */
export function formatReasons(results: readonly ExamplesResult[]): string {
  const reasons = new Map<string, string[]>();
  for (const { name, refused } of results) {
    for (const [reason, places] of Object.entries(refused)) {
      const lines = reasons.get(reason) ?? [];
      lines.push(`    ${name}: ${places.length} (${firstOf(places)})\n`);
      reasons.set(reason, lines);
    }
  }
  const count = (reason: string): number =>
    results.reduce((total, { refused }) => total + (refused[reason]?.length ?? 0), 0);
  const blocks = [...reasons]
    .sort(([one], [other]) => count(other) - count(one))
    .map(([reason, lines]) => `  ${reason}: ${count(reason)}\n${lines.join("")}`);
  return blocks.length === 0 ? "" : `refused, by what their own schema says:\n${blocks.join("")}`;
}

export function firstOf(places: readonly string[]): string {
  return places.slice(0, 3).join("; ");
}

export function formatTotals(results: readonly ExamplesResult[]): string {
  return row(`${results.length} documents`, figures(results));
}

function figures(results: readonly ExamplesResult[]): readonly string[] {
  const sum = (pick: (result: ExamplesResult) => number): number =>
    results.reduce((total, result) => total + pick(result), 0);
  return [
    ...[
      sum((each) => each.examples),
      sum((each) => each.accepted),
      sum((each) => each.valid),
      sum((each) => each.validAccepted),
      sum((each) => each.texts),
    ].map(String),
    sum((each) => each.seconds).toFixed(1),
  ];
}

function row(name: string, cells: readonly string[]): string {
  return `${name.padEnd(28)}${cells.map((cell) => cell.padStart(9)).join("")}\n`;
}
