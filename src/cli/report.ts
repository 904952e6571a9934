import type { Code } from "../diagnostics/codes.js";
import type { LocatedDiagnostic } from "../diagnostics/diagnostic.js";
import { formatDiagnostic } from "../diagnostics/format.js";

export interface ReportOptions {
  /** Only errors. */
  readonly quiet: boolean;
  /** Every problem, infos too. */
  readonly verbose: boolean;
  readonly color: boolean;
}

/** Of each code this many are shown in full; the rest are counted. */
const shownPerCode = 3;

/** Each names another file, and who asked wants to know which. */
const alwaysShown: ReadonlySet<Code> = new Set(["out-stale", "out-edited", "out-not-ours"]);

/** The problems as text for a person, in the order of their places; many of one kind are counted instead. */
export function reportDiagnostics(
  diagnostics: readonly LocatedDiagnostic[],
  options: ReportOptions,
): string {
  const relevant = diagnostics.filter(
    (each) =>
      each.severity === "error" ||
      (!options.quiet && (each.severity === "warning" || options.verbose)),
  );
  const seen = new Map<Code, number>();
  const lines: string[] = [];
  for (const each of relevant) {
    const count = (seen.get(each.code) ?? 0) + 1;
    seen.set(each.code, count);
    const isShown = options.verbose || count <= shownPerCode || alwaysShown.has(each.code);
    if (isShown) lines.push(formatDiagnostic(each, options));
  }
  for (const [code, count] of seen) {
    if (options.verbose || count <= shownPerCode || alwaysShown.has(code)) continue;
    lines.push(`… and ${count - shownPerCode} more of ${code}; --verbose shows them all.`);
  }
  return lines.map((line) => `${line}\n`).join("");
}
