import type { LocatedDiagnostic, Severity } from "./diagnostic.js";
import { escapeHidden } from "../../runtime/contract/hidden-characters.js";

export interface FormatOptions {
  /** Use the colours of a terminal. */
  readonly color?: boolean;
}

/**
 * Formats a diagnostic for people, without a final line break:
 *
 * ```
 * openapi.yaml:8:5: error[ref-not-found]: The reference "#/components/schemas/Pett" points to nothing.
 *    7 |       schema:
 *    8 |         $ref: "#/components/schemas/Pett"
 *      |         ^
 * hint: Did you mean "#/components/schemas/Pet"?
 * ```
 *
 * Escapes document text, so that it can neither control the terminal nor begin a line.
 */
export function formatDiagnostic(
  diagnostic: LocatedDiagnostic,
  options: FormatOptions = {},
): string {
  const paint = options.color
    ? (code: number, text: string) => `\u001b[${code}m${text}\u001b[0m`
    : plain;
  const { at, severity, code, message, excerpt, hint } = diagnostic;
  const place = at === undefined ? "" : `${escapeHidden(at.file)}:${at.line}:${at.column}: `;
  const label = paint(colors[severity], `${severity}[${code}]`);
  const lines = [`${place && paint(1, place)}${label}: ${escapeHidden(message)}`];
  if (excerpt !== undefined) lines.push(paint(2, excerpt));
  if (hint !== undefined) lines.push(`${paint(36, "hint")}: ${escapeHidden(hint)}`);
  return lines.join("\n");
}

const colors: { readonly [severity in Severity]: number } = { error: 31, warning: 33, info: 34 };

function plain(_code: number, text: string): string {
  return text;
}
