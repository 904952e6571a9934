import { defined } from "../../runtime/protocol/defined.js";
import { escapeHidden } from "../../runtime/contract/hidden-characters.js";
import { printOutput } from "../../runtime/protocol/terminal/print.js";
import { readSurface, type Generation } from "../read-surface.js";
import { searchToolsSize } from "../surface/listing/modes.js";
import { formatCount } from "../diagnostics/display.js";
import { loadTokenMeasure } from "../surface/listing/tokens.js";
import { formatFindings } from "./findings-report.js";
import type { Job } from "./jobs/job.js";
import { filterRows, listRows, sortRows, type ListRow } from "./list-rows.js";
import { listTokens } from "./list-tokens.js";
import { withProgress } from "./progress.js";
import { printDiagnostics } from "./report.js";
import { textTable } from "./text-table.js";

interface Totals {
  readonly operations: number;
  readonly kinds: Readonly<Record<string, number>>;
  /** Tokens of `tools/list`, including the search tools. */
  readonly toolsListTokens: number;
  readonly searchToolsTokens: number;
  readonly listing?: NonNullable<Generation["surface"]>["listing"];
}

/**
 * Runs `list`: prints what each operation of a document becomes, why, and its tokens. Resolves to false if the document
 * or the route map can't be used.
 */
export async function runList({ spec, options, host }: Job): Promise<boolean> {
  const generation = await withProgress(options, (onProgress) =>
    readSurface(spec, options, { ...host, onProgress }),
  );
  const { quiet, verbose, json } = options;
  const measure = loadTokenMeasure();
  const all = listRows(generation, measure);
  if (!json || !all) {
    printDiagnostics(generation.diagnostics, { quiet: quiet || !verbose, verbose });
  }
  if (!all || !generation.surface) return false;
  const rows = sortRows(
    options.filter === undefined ? all : filterRows(all, options.filter),
    options.sort,
  );
  const extra = searchToolsSize(generation.surface, measure);
  const tokens = listTokens(generation, measure) ?? 0;
  const { findings = [] } = generation;
  const totals = totalsOf(all, tokens, extra, generation);
  printOutput(
    json ? `${JSON.stringify({ operations: rows, totals, findings }, null, 2)}\n` : table(rows),
  );
  if (!json && !quiet) {
    printOutput(closing(rows.length, totals));
    const listed = formatFindings(findings, verbose);
    if (listed !== "") printOutput(`\n${listed}`);
  }
  return true;
}

function totalsOf(
  rows: readonly ListRow[],
  toolsListTokens: number,
  searchToolsTokens: number,
  { surface }: Generation,
): Totals {
  const kinds: Record<string, number> = {};
  for (const { kind } of rows) kinds[kind] = (kinds[kind] ?? 0) + 1;
  return {
    operations: rows.length,
    kinds,
    toolsListTokens,
    searchToolsTokens,
    ...defined({ listing: surface?.listing }),
  };
}

function table(rows: readonly ListRow[]): string {
  return textTable(
    ["tokens", "kind", "name", "operation", "why"],
    rows.map(({ tokens, kind, name = "", operation, because, deprecated }) => [
      tokens === undefined ? "-" : formatCount(tokens),
      kind,
      escapeHidden(name),
      escapeHidden(operation) + (deprecated ? " (deprecated)" : ""),
      escapeHidden(because),
    ]),
  );
}

function closing(shown: number, { operations, kinds, toolsListTokens, listing }: Totals): string {
  const counts = Object.entries(kinds).map(([kind, count]) => `${kind} ${count}`);
  const some = shown < operations ? `${shown} of ` : "";
  const plan = listing ? ` (${listing.because})` : "";
  return `\n${some}${operations} operations: ${counts.join(", ")}\ntools/list takes ${formatCount(toolsListTokens)} tokens${plan}\n`;
}
