/** Changes a text of JSON with comments in one place only: nothing else of it is formatted anew. */
import type { Node } from "jsonc-parser";

/** White space and comments. */
const trivia = /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
/** The rest of a line, if it has only white space and comments. */
const restOfLine = /(?:[ \t]|\/\*[^\n]*?\*\/)*(?:\/\/[^\r\n]*)?(?=\r?\n|$)/y;

/** Adds a member to an object, or an item to a list, after the last one. */
export function insertJson(
  text: string,
  parent: Node,
  key: string | undefined,
  value: unknown,
): string {
  const style = styleOf(text);
  const last = parent.children?.at(-1);
  const outer = indentAt(text, parent.offset);
  const inner =
    last && startsLine(text, last.offset) ? indentAt(text, last.offset) : outer + style.unit;
  const member = `${key === undefined ? "" : `${JSON.stringify(key)}: `}${printed(value, inner, style)}`;
  if (!last) {
    const at = parent.offset + 1;
    const end = parent.offset + parent.length - 1;
    const closing = text.slice(at, end).includes("\n") ? "" : style.eol + outer;
    return `${text.slice(0, at)}${style.eol}${inner}${member}${closing}${text.slice(at)}`;
  }
  const after = last.offset + last.length;
  const next = after + lengthOf(trivia, text, after);
  const hasComma = text[next] === ",";
  const from = hasComma ? next + 1 : after;
  // A comment at the end of the line belongs to the last member.
  const at = from + lengthOf(restOfLine, text, from);
  const comma = hasComma ? "" : ",";
  const added = `${style.eol}${inner}${member}${hasComma ? "," : ""}`;
  const closing = /^[ \t]*\r?(\n|$)/.test(text.slice(at)) ? "" : style.eol + outer;
  return `${text.slice(0, after)}${comma}${text.slice(after, at)}${added}${closing}${text.slice(at)}`;
}

/** Replaces a value. */
export function replaceJson(text: string, node: Node, value: unknown): string {
  const style = styleOf(text);
  const replacement = printed(value, indentAt(text, node.offset), style);
  return text.slice(0, node.offset) + replacement + text.slice(node.offset + node.length);
}

interface Style {
  readonly unit: string;
  readonly eol: string;
}

/** Returns the indentation and the line ends that the text has already. */
function styleOf(text: string): Style {
  return {
    unit: /^[ \t]+(?=\S)/m.exec(text)?.[0] ?? "  ",
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
}

function printed(value: unknown, indent: string, { unit, eol }: Style): string {
  return JSON.stringify(value, null, unit).replaceAll("\n", eol + indent);
}

/** Returns the white space at the beginning of the line that holds an offset. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))![0];
}

function startsLine(text: string, offset: number): boolean {
  return text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset).trim() === "";
}

function lengthOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
