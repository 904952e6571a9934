/** What a formatter leaves of a file as it is. */
import { createHash } from "node:crypto";

/**
 * Returns the content without what formatters change: spaces and line breaks, kinds of quotes, optional commas and
 * semicolons, and the columns of tables. Two texts with the same meaning are the same file in two formats.
 */
export function meaningOf(path: string, content: string): string {
  if (/\.[cm]?[jt]s$/.test(path)) return codeMeaning(content);
  if (path.endsWith(".json")) return jsonMeaning(content);
  if (path.endsWith(".md")) return markdownMeaning(content);
  return content.replace(/\s+/g, " ").trim();
}

/** Returns a short hash of what formatters leave as it is. */
export function meaningHash(path: string, content: string): string {
  return createHash("sha256").update(meaningOf(path, content)).digest("hex").slice(0, 16);
}

/**
 * One token of JavaScript or TypeScript: a comment, a string, a template literal without nested ones, a word or number, or
 * one character. A regular expression is read as characters, which is enough to compare two texts.
 */
const token =
  /\/\/[^\n]*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|`(?:[^`\\]|\\[^])*`|[\w$\u0080-\uffff]+|[^\s]/g;

function codeMeaning(content: string): string {
  const kept: string[] = [];
  for (const [text] of content.matchAll(token)) {
    const meaning = tokenMeaning(text);
    if (meaning === undefined) continue;
    // A property may have quotes or none.
    const previous = kept.at(-1);
    if ((text === ":" || text === "?") && previous !== undefined) {
      const name = /^"([A-Za-z_$][\w$]*|\d+)"$/.exec(previous)?.[1];
      if (name !== undefined) kept[kept.length - 1] = name;
    }
    // A union that is broken into lines begins with a bar.
    if (text === "|" && (previous === undefined || /^[=:(<[{?]$/.test(previous))) continue;
    kept.push(meaning);
  }
  return kept.join("\n");
}

/** Returns undefined for a token that formatters add and remove. */
function tokenMeaning(text: string): string | undefined {
  switch (text[0]) {
    case ",":
    case ";":
      return undefined;
    case "/":
      return text.length === 1 ? text : commentMeaning(text);
    case '"':
    case "'":
      return `"${text.slice(1, -1).replace(/\\(["'])/g, "$1")}"`;
    default:
      return /^\d/.test(text) ? text.toLowerCase() : text;
  }
}

/** Linters remove directives that they find unused. */
function commentMeaning(text: string): string | undefined {
  const words = text
    .replace(/^\/[/*]+|\*\/$/g, "")
    .replace(/^\s*\*(?!\/)/gm, " ")
    .replace(/\s+/g, " ")
    .trim();
  return /^eslint[- ]/.test(words) ? undefined : `//${words}`;
}

function jsonMeaning(content: string): string {
  try {
    return JSON.stringify(JSON.parse(content));
  } catch {
    return content;
  }
}

function markdownMeaning(content: string): string {
  return content
    .replace(/^[ \t]*\|.*\|[ \t]*$/gm, (row) => row.replace(/-{2,}/g, "--").replace(/ *\| */g, "|"))
    .replace(/^(\s*)[*+](?=\s)/gm, "$1-")
    .replace(/\s+/g, " ")
    .trim();
}
