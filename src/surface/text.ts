import { wordsOf } from "./names.js";

/** The text within `limit` characters: cut after a sentence where one ends late enough, else after a word. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  if (limit < 2) return "";
  const room = text.slice(0, limit - 1);
  const sentences = [". ", ".\n", "! ", "? ", "\n\n", "。"];
  const sentenceEnd = Math.max(...sentences.map((end) => room.lastIndexOf(end)));
  if (sentenceEnd > limit * 0.6) return `${room.slice(0, sentenceEnd + 1).trimEnd()}…`;
  const wordEnd = Math.max(room.lastIndexOf(" "), room.lastIndexOf("\n"));
  const cut = wordEnd > limit * 0.6 ? room.slice(0, wordEnd) : withoutHalfCharacter(room);
  return `${cut.trimEnd()}…`;
}

function withoutHalfCharacter(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}

/** What the model reads of an operation: its summary, then its description, neither said twice. */
export function operationDescription(operation: {
  readonly key: string;
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated: boolean;
}): string {
  const summary = tidy(operation.summary);
  const description = tidy(operation.description);
  const text = joinTexts(summary, description) || operation.key;
  return operation.deprecated ? `Deprecated. ${text}` : text;
}

function joinTexts(summary: string, description: string): string {
  if (!summary || !description) return summary || description;
  const short = comparable(summary);
  const long = comparable(description);
  if (long.includes(short)) return description;
  if (short.includes(long)) return summary;
  return `${summary}\n\n${description}`;
}

/** Text with line ends of one kind and no blank space around it. */
export function tidy(text: string | undefined): string {
  return text === undefined ? "" : text.replaceAll("\r\n", "\n").trim();
}

function comparable(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/[.!?]+$/, "");
}

const maxTitle = 60;

/** A title for people: the summary when it is one short line, else the words of the name. */
export function titleOf(summary: string | undefined, name: string): string {
  const line = tidy(summary).replace(/\.$/, "");
  if (line !== "" && line.length <= maxTitle && !/[\n`*<[]/.test(line)) return line;
  const [first = name, ...rest] = wordsOf(name);
  const lower = rest.map((word) => (/^[A-Z0-9]+$/.test(word) ? word : word.toLowerCase()));
  return [first.charAt(0).toUpperCase() + first.slice(1), ...lower].join(" ");
}

/** Whether two names say the same, however they are spelt: `petId`, `Pet ID`, `pet_id`. */
export function sayTheSame(one: string, other: string): boolean {
  const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  return letters(one) === letters(other);
}
