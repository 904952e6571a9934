import { escapeHidden } from "./hidden-characters.js";
import { lineWidth } from "./literal.js";

/** `text` as one line that is safe anywhere in a comment. */
export function commentLine(text: string): string {
  return commentLines(text).join(" ").replace(/ {2,}/g, " ");
}

/** The lines of `text`, none of which can end a comment or give the compiler an order. */
export function commentLines(text: string): readonly string[] {
  const trimmed = text.trim();
  if (trimmed === "") return [];
  if (plainLine.test(trimmed)) return [trimmed];
  const lines = trimmed.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).map(commentSafe);
  return lines.filter((line, at) => line !== "" || lines[at - 1] !== "");
}

/** Most descriptions: one line with nothing in it that matters here. */
const plainLine = /^[ -)+-?A-~][ -)+-~]*$/;

function commentSafe(line: string): string {
  const visible = escapeHidden(line.replaceAll("\t", "  ")).trimEnd();
  // `@ts-expect-error`, `@internal` and the like are for us to write, not for a document.
  return visible.replaceAll("*/", "*\\/").replace(/^(\s*)@/, "$1\\@");
}

/** A doc comment of lines made by `commentLines`, ending in a line feed; the empty string for no lines. */
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
