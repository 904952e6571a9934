import { escapeHidden } from "../../runtime/contract/hidden-characters.js";
import type { Code } from "../diagnostics/codes.js";
import type { LocatedDiagnostic } from "../diagnostics/diagnostic.js";

/** Codes that most documents have, which a summary therefore does not count. */
const usual: ReadonlySet<Code> = new Set(["wants-variable"]);

/** Findings of one code that are listed without --verbose. */
const shownPerCode = 5;

/** Returns a line that counts the findings a person should see; empty if there are none. */
export function findingsLine(findings: readonly LocatedDiagnostic[] = [], list: string): string {
  const counts = countByCode(findings.filter(({ code }) => !usual.has(code)));
  if (counts.size === 0) return "";
  const shown = [...counts].map(([code, count]) => `${count} ${code}`).join(", ");
  return `${escapeHidden(`Review what the document tries: ${shown} (${list} shows it)`)}\n`;
}

/** Formats findings as a list, one line each. */
export function formatFindings(
  findings: readonly LocatedDiagnostic[] = [],
  verbose = false,
): string {
  if (findings.length === 0) return "";
  const seen = new Map<Code, number>();
  const lines = findings.flatMap((each) => {
    const count = (seen.get(each.code) ?? 0) + 1;
    seen.set(each.code, count);
    return verbose || count <= shownPerCode ? [`  ${lineOf(each)}`] : [];
  });
  const rest = [...seen].flatMap(([code, count]) =>
    verbose || count <= shownPerCode
      ? []
      : [`  … and ${count - shownPerCode} more of ${code}; --verbose shows them all.`],
  );
  const all = ["What the document tries:", ...lines, ...rest];
  return all.map((line) => `${escapeHidden(line)}\n`).join("");
}

function lineOf({ at, code, message }: LocatedDiagnostic): string {
  const place = at === undefined ? "" : `${at.file}:${at.line}:${at.column}: `;
  return `${place}${code}: ${message}`;
}

function countByCode(findings: readonly LocatedDiagnostic[]): ReadonlyMap<Code, number> {
  const counts = new Map<Code, number>();
  for (const { code } of findings) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}
