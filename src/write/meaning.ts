/** What a formatter leaves of a file as it is. */
import { hash } from "node:crypto";
import { codeMeaning } from "./code-meaning.js";

/** Returns a short hash of what formatters leave as it is. */
export function meaningHash(path: string, content: string): string {
  return meaningOf(path, content).slice(0, 16);
}

/** Whether two texts are the same file in two formats. */
export function isSameMeaning(path: string, one: string, other: string): boolean {
  return one === other || meaningOf(path, one) === meaningOf(path, other);
}

/**
 * Returns a hash of the content without what formatters change: spaces and line breaks, kinds of quotes, optional commas and
 * semicolons, and the columns of tables.
 */
function meaningOf(path: string, content: string): string {
  return /\.[cm]?[jt]s$/.test(path)
    ? codeMeaning(content)
    : hash("sha256", textMeaning(path, content));
}

function textMeaning(path: string, content: string): string {
  if (path.endsWith(".json")) return jsonMeaning(content);
  if (path.endsWith(".md")) return markdownMeaning(content);
  return content.replace(/\s+/g, " ").trim();
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
