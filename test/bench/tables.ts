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

/** Returns the cost of one more operation between one size and the next, and the memory of the larger. */
export function flatnessTable(rows: readonly FlatnessRow[]): string {
  const steps = rows.slice(1).map((row, index) => {
    const before = rows[index];
    return [
      `${before?.operations} → ${row.operations}`,
      perOperation(before, row, "ours").toFixed(2),
      perOperation(before, row, "oursWithDist").toFixed(2),
      memory(row.ours),
      memory(row.oursWithDist),
    ];
  });
  return table(
    ["operations", "ms for one more", "ms with `dist/`", "peak MiB", "MiB with `dist/`"],
    steps,
  );
}

/** What each stage of a run costs, by document. */
export interface StageColumn {
  readonly name: string;
  readonly costs: ReadonlyMap<string, number> | undefined;
}

/** Returns a row per stage: milliseconds of the main thread, for each document. */
export function stageTable(stages: readonly string[], columns: readonly StageColumn[]): string {
  const rows = stages.map((stage) => [
    stage,
    ...columns.map(({ costs }) => (costs ? (costs.get(stage) ?? 0).toFixed(0) : "fails")),
  ]);
  return table(["stage, ms", ...columns.map(({ name }) => name)], rows);
}

function memory(figures: Figures | undefined): string {
  return figures ? figures.peakMiB.toFixed(0) : "fails";
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
