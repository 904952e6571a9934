/** What a document hides from people who read it, but not from models. */
import { hiddenIn } from "../diagnostics/hidden-characters.js";
import { hidesElement } from "../surface/names/html.js";

/** Longer texts are searched up to here. */
const maxLength = 100_000;

const kinds: readonly (readonly [kind: string, characters: RegExp])[] = [
  ["bidirectional", /^[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u],
  ["tag", /^[\u{e0000}-\u{e007f}]/u],
  ["variation selector", /^[\u180b-\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u],
  ["control", /^\p{Cc}/u],
  ["half", /^\p{Cs}/u],
  ["zero-width", /^[\u200b-\u200d\u2060-\u2065\ufeff]/u],
];

/** Returns the kinds of hidden characters of a text, with how many there are. References such as `&#x202e;` count. */
export function hiddenKinds(text: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const all = hiddenIn(text);
  for (const character of all) {
    const kind = kinds.find(([, characters]) => characters.test(character))?.[0] ?? "invisible";
    found.set(kind, (found.get(kind) ?? 0) + 1);
  }
  return found;
}

/** Returns what HTML hides in a text: the text of comments and of elements that browsers don't show. */
export function hiddenByHtml(written: string): string | undefined {
  if (!written.includes("<")) return undefined;
  const text = written.slice(0, maxLength);
  const comment = /<!--([^]{0,2000}?)-->/.exec(text)?.[1];
  if (comment !== undefined) return comment.trim();
  for (const [element = "", attributes = ""] of text.matchAll(
    /<[a-z][a-z0-9]*\s([^<>]{1,2000})>/gi,
  )) {
    if (hidesElement(attributes)) return element;
  }
  return undefined;
}
