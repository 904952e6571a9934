import type { CorpusDocument } from "../corpus/manifest.js";
import type { Figures } from "./measure-process.js";
import type { ProgramName } from "./programs.js";

export type CostRow = { readonly document: CorpusDocument } & Readonly<
  Record<ProgramName, Figures | undefined>
>;

/** Returns a row per document: our time and memory over those of (a) and (b), and what `dist/` adds. */
export function costTable(rows: readonly CostRow[]): string {
  const body = rows.map(({ document, ours, oursWithDist, bundle, peer }) => [
    document.name,
    (document.bytes / 1e6).toFixed(1),
    String(document.operations),
    ours ? ours.seconds.toFixed(2) : "fails",
    ...ratios(ours, bundle),
    ...ratios(ours, peer),
    ...ratios(oursWithDist, ours),
  ]);
  return table(
    [
      "document",
      "MB",
      "operations",
      "seconds",
      "time ÷ (a)",
      "memory ÷ (a)",
      "time ÷ (b)",
      "memory ÷ (b)",
      "with `dist/`: time ×",
      "memory ×",
    ],
    body,
  );
}

export interface FlatnessRow {
  readonly operations: number;
  readonly ours: Figures | undefined;
  readonly oursWithDist: Figures | undefined;
}

/** Returns the cost of one more operation between one size and the next. */
export function flatnessTable(rows: readonly FlatnessRow[]): string {
  const steps = rows.slice(1).map((row, index) => {
    const before = rows[index];
    return {
      label: `${before?.operations} → ${row.operations}`,
      plain: perOperation(before, row, "ours"),
      built: perOperation(before, row, "oursWithDist"),
    };
  });
  return table(
    ["operations", "ms for one more", "ms with `dist/`"],
    steps.map(({ label, plain, built }) => [label, plain.toFixed(2), built.toFixed(2)]),
  );
}

function perOperation(
  before: FlatnessRow | undefined,
  after: FlatnessRow,
  which: "ours" | "oursWithDist",
): number {
  const first = before?.[which];
  const second = after[which];
  if (!before || !first || !second) return Number.NaN;
  return ((second.seconds - first.seconds) * 1000) / (after.operations - before.operations);
}

function ratios(one: Figures | undefined, other: Figures | undefined): [string, string] {
  if (!one || !other) return ["fails", "fails"];
  return [(one.seconds / other.seconds).toFixed(2), (one.peakMiB / other.peakMiB).toFixed(2)];
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = header.map((_, index) => (index === 0 ? "---" : "---:"));
  return [header, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}
