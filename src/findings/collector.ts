import type { Diagnostic } from "../diagnostics/diagnostic.js";

/** Findings of one code that are kept; more would tell a reader nothing new. */
const maxPerCode = 200;

/** Collects findings, and only counts those of a code beyond the first. */
export class FindingCollector {
  readonly #kept: Diagnostic[] = [];
  readonly #counts = new Map<Diagnostic["code"], number>();

  add(finding: Omit<Diagnostic, "severity">): void {
    const count = (this.#counts.get(finding.code) ?? 0) + 1;
    this.#counts.set(finding.code, count);
    if (count <= maxPerCode) this.#kept.push({ ...finding, severity: "info" });
  }

  all(): readonly Diagnostic[] {
    const more = [...this.#counts].filter(([, count]) => count > maxPerCode);
    return [
      ...this.#kept,
      ...more.map(([code, count]): Diagnostic => ({
        code,
        severity: "info",
        message: `There are ${count - maxPerCode} more of this kind.`,
      })),
    ];
  }
}

const quoteLength = 80;

/** Quotes a text of the document, shortened. What is hidden is escaped where it is printed. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return JSON.stringify(line.length > quoteLength ? `${line.slice(0, quoteLength)}…` : line);
}
