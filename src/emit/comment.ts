import { escapeHidden } from "../diagnostics/hidden-characters.js";
import { lineWidth } from "./literal.js";

/** Returns `text` as one line that is safe anywhere in a comment. */
export function commentLine(text: string): string {
  return commentLines(text).join(" ").replace(/ {2,}/g, " ");
}

/** Returns the lines of `text`, escaped so that none can end a comment or start a compiler directive. */
export function commentLines(text: string): readonly string[] {
  const trimmed = text.trim();
  if (trimmed === "") return [];
  if (plainLine.test(trimmed)) return [trimmed];
  const lines = trimmed.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).map(commentSafe);
  return lines.filter((line, at) => line !== "" || lines[at - 1] !== "");
}

/** One line without characters to escape, as most descriptions are. */
const plainLine = /^[ -)+-?A-~][ -)+-~]*$/;

function commentSafe(line: string): string {
  const visible = escapeHidden(line.replaceAll("\t", "  ")).trimEnd();
  // A document must not write tags such as `@ts-expect-error` or `@internal`.
  return visible.replaceAll("*/", "*\\/").replace(/^(\s*)@/, "$1\\@");
}

/** Returns a doc comment of lines from `commentLines`, with a line feed at its end; the empty string for no lines. */
export function docComment(lines: readonly string[], indent: number): string {
  const margin = " ".repeat(indent);
  const [first] = lines;
  if (first === undefined) return "";
  if (lines.length === 1 && indent + first.length + 7 <= lineWidth) {
    return `${margin}/** ${first} */\n`;
  }
  const body = lines.map((line) => `${margin} *${line === "" ? "" : ` ${line}`}\n`);
  return `${margin}/**\n${body.join("")}${margin} */\n`;
}
