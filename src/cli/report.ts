import { isTerminal, printColored } from "../../runtime/protocol/terminal/print.js";
import type { Code } from "../diagnostics/codes.js";
import type { LocatedDiagnostic } from "../diagnostics/diagnostic.js";
import { formatDiagnostic } from "../diagnostics/format.js";

export interface ReportOptions {
  readonly quiet: boolean;
  /** Show every problem, including infos. */
  readonly verbose: boolean;
  readonly color: boolean;
}

/** Prints problems for people, in colours if they read them on a terminal that has some. */
export function printDiagnostics(
  diagnostics: readonly LocatedDiagnostic[],
  options: Omit<ReportOptions, "color">,
): void {
  const color = isTerminal() && !process.env["NO_COLOR"];
  printColored(reportDiagnostics(diagnostics, { ...options, color }));
}

/** Problems of one code that are shown in full; the rest are only counted. */
const shownPerCode = 3;

/** Codes whose problems each name a different file. */
const alwaysShown: ReadonlySet<Code> = new Set([
  "out-stale",
  "out-edited",
  "out-not-ours",
  "override-dead",
  "override-mistyped",
]);

/** Formats problems for a person. Beyond the first few of a code, it only counts them. */
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
