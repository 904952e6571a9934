import type { LineIndex } from "../load/line-column.js";
import { escapeHidden } from "../../runtime/contract/hidden-characters.js";

/** Maximum number of characters shown of a source line. */
const maxWidth = 100;

/**
 * Formats the line of a place, the line before it, and a mark below the column:
 *
 * ```
 *    7 |   /pets:
 *    8 |     get: [
 *      |     ^
 * ```
 *
 * Long lines are shortened around the column, and control characters are escaped.
 */
export function excerptOf(lines: LineIndex, line: number, column: number): string {
  const text = lines.text(line) ?? "";
  const width = Math.max(4, String(line).length);
  const from = firstShown(text, column);
  const shown: string[] = [];
  const before = line > 1 ? lines.text(line - 1) : undefined;
  if (before !== undefined && before.trim() !== "")
    shown.push(numbered(line - 1, cut(before, from)));
  shown.push(numbered(line, cut(text, from)));
  const indent = cut(text.slice(0, column - 1), from, false);
  // A wide character needs a wide space below it.
  const spaces = Array.from(indent, (char) => (isWide(char) ? "\u3000" : " ")).join("");
  shown.push(`${" ".repeat(width)} | ${spaces}^`);
  return shown.join("\n");

  function numbered(number: number, content: string): string {
    return `${String(number).padStart(width)} | ${content}`.trimEnd();
  }
}

/** Returns the first column (0-based) to show. */
function firstShown(text: string, column: number): number {
  if (text.length <= maxWidth || column <= maxWidth - 20) return 0;
  return Math.max(0, Math.min(column - maxWidth / 2, text.length - maxWidth));
}

function cut(text: string, from: number, mayGoOn = true): string {
  const end = from + maxWidth;
  const start = from > 0 && text.length > from ? "…" : "";
  const rest = mayGoOn && text.length > end ? "…" : "";
  return start + escapeHidden(text.slice(from, end).replaceAll("\t", "  ")) + rest;
}

/** Whether a character is East Asian wide (approximately). @see Unicode UAX #11 */
function isWide(char: string): boolean {
  return /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u.test(
    char,
  );
}
