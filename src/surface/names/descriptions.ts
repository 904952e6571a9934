import { escapeHidden, stripHidden } from "../../diagnostics/hidden-characters.js";
import { htmlToMarkdown } from "./html.js";
import { wordsOf } from "./names.js";

/**
 * Shortens a text to `limit` characters. Link targets and HTML tags go first, then the end: after a sentence where one
 * ends late enough, else after a word.
 */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  if (limit < 2) return "";
  const compact = withoutMarkup(text.slice(0, limit * 4));
  if (compact.length <= limit && text.length <= limit * 4) return compact;
  const room = compact.slice(0, limit - 1);
  const sentences = [". ", ".\n", "! ", "? ", "\n\n", "。"];
  const sentenceEnd = Math.max(...sentences.map((end) => room.lastIndexOf(end, limit - 3)));
  if (sentenceEnd > limit * 0.5) return `${room.slice(0, sentenceEnd + 1).trimEnd()} …`;
  const wordEnd = Math.max(room.lastIndexOf(" "), room.lastIndexOf("\n"));
  const cut = wordEnd > limit * 0.6 ? room.slice(0, wordEnd) : withoutHalfCharacter(room);
  return `${cut.trimEnd()}…`;
}

function withoutMarkup(text: string): string {
  return text
    .replace(/\[([^[\]]+)\]\([^()\s]*\)/g, "$1")
    .replace(/<\/?[a-zA-Z][^<>]*>/g, " ")
    .replace(/[ \t]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function withoutHalfCharacter(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}

/** Joins an operation's summary and description, without repeating the summary. */
export function operationDescription(operation: {
  readonly key: string;
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated: boolean;
}): string {
  const summary = tidy(operation.summary);
  const description = tidy(operation.description);
  const text = joinTexts(summary, description) || escapeHidden(operation.key);
  return operation.deprecated ? `Deprecated. ${text}` : text;
}

function joinTexts(summary: string, description: string): string {
  if (!summary || !description) return summary || description;
  const short = comparable(summary);
  // A description that repeats the summary does so at its start.
  const long = comparable(description.slice(0, summary.length + 100));
  if (long.includes(short)) return description;
  if (short.includes(long) && description.length <= summary.length) return summary;
  return `${summary}\n\n${description}`;
}

/** Words that add nothing to an argument's name. */
const emptyWords = new Set(
  "a an and for id identifier in is it key name of the this to unique value".split(" "),
);

/** Whether a description only repeats a name: `petId` and "The unique id of the pet". */
export function addsNothing(description: string, name: string): boolean {
  if (description.length > 60) return false;
  const known = new Set(wordsOf(name).map((word) => word.toLowerCase()));
  const words = description.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.every((word) => known.has(word) || emptyWords.has(word));
}

/** Writes HTML as Markdown, removes hidden characters, normalizes line ends and trims the text. */
export function tidy(text: string | undefined): string {
  // They could hide a tag, and a character reference could hide them.
  return text === undefined ? "" : stripHidden(htmlToMarkdown(stripHidden(text))).trim();
}

function comparable(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/(?<![.!?])[.!?]+$/, "");
}

const maxTitle = 60;

/** Returns a title for people: the summary if it is one short line, else the words of the name. */
export function titleOf(summary: string | undefined, name: string): string {
  const line = tidy(summary).replace(/\.$/, "");
  if (line !== "" && line.length <= maxTitle && !/[\n`*<[]/.test(line)) return line;
  const [first = name, ...rest] = readableWords(name);
  const lower = rest.map((word) => (/^[\p{Lu}\p{N}]+$/u.test(word) ? word : word.toLowerCase()));
  return [first.charAt(0).toUpperCase() + first.slice(1), ...lower].join(" ");
}

/** Splits a name into words like `wordsOf`, but in any script. */
function readableWords(name: string): readonly string[] {
  return name
    .normalize("NFC")
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
    .replace(/(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/gu, " ")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "");
}
