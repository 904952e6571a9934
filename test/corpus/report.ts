/** Reports a corpus run: a line per document, a table of its figures, and the totals. */
import type { DocumentResult } from "./result.js";

export function formatHeader(): string {
  return row(
    [
      "document",
      "ops",
      "tools",
      "res",
      "skip",
      "calls",
      "gen s",
      "tsc s",
      "out KB",
      "list B",
      "peer B",
    ],
    "outcome",
  );
}

/** @param peerBytes the peer's `tools/list` for the same document, if it has one */
export function formatResult(
  result: DocumentResult,
  problems: readonly string[],
  peerBytes: number | undefined,
): string {
  const figures = [
    result.name,
    String(result.operations),
    String(result.tools),
    String(result.resources),
    String(Object.keys(result.skipped).length),
    `${result.answered}/${result.answered + refusedOf(result)}`,
    result.generateSeconds.toFixed(2),
    result.typeCheckSeconds.toFixed(2),
    String(Math.round(result.outputBytes / 1024)),
    String(result.listBytes),
    peerBytes === undefined ? "-" : String(peerBytes),
  ];
  const shown = problems.slice(0, 10).map((problem) => `  FAILED ${problem}\n`);
  if (problems.length > shown.length) shown.push(`  and ${problems.length - shown.length} more\n`);
  return row(figures, problems.length > 0 ? "FAILED" : outcome(result)) + shown.join("");
}

function refusedOf({ refusedCalls }: DocumentResult): number {
  return Object.keys(refusedCalls).length;
}

function outcome({ refused, skipped }: DocumentResult): string {
  if (refused) return `refused: ${refused.join(", ")}`;
  const count = Object.keys(skipped).length;
  return count > 0 ? `partly: ${count} skipped` : "ok";
}

export function formatTotals(
  results: readonly DocumentResult[],
  peerBytes: ReadonlyMap<string, number>,
): string {
  const sum = (pick: (result: DocumentResult) => number): number =>
    results.reduce((total, result) => total + pick(result), 0);
  const total = row(
    [
      `${results.length} documents`,
      String(sum((each) => each.operations)),
      String(sum((each) => each.tools)),
      String(sum((each) => each.resources)),
      String(sum((each) => Object.keys(each.skipped).length)),
      `${sum((each) => each.answered)}/${sum((each) => each.answered + refusedOf(each))}`,
      sum((each) => each.generateSeconds).toFixed(2),
      sum((each) => each.typeCheckSeconds).toFixed(2),
      String(Math.round(sum((each) => each.outputBytes) / 1024)),
      String(sum((each) => each.listBytes)),
      "",
    ],
    "",
  );
  const ratios = results
    .flatMap(({ name, listBytes }) => {
      const peer = peerBytes.get(name);
      return peer === undefined || listBytes === 0 ? [] : [listBytes / peer];
    })
    .sort((a, b) => a - b);
  const median = ratios[Math.floor(ratios.length / 2)];
  if (median === undefined) return total;
  return `${total}tools/list against the peer's: ${median.toFixed(2)} of its bytes on the median document of ${ratios.length}\n`;
}

function row(cells: readonly string[], last: string): string {
  const [first = "", ...rest] = cells;
  const numbers = rest.map((cell, index) => cell.padStart(index < 4 ? 5 : index < 7 ? 7 : 9));
  return `${first.padEnd(34)}${numbers.join(" ")}  ${last}`.trimEnd() + "\n";
}
