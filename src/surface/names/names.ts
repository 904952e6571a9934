import { createHash } from "node:crypto";

/** What tools of every client may be called: OpenAI and Anthropic agree on it. */
export const toolNamePattern = /^[a-zA-Z0-9_-]{1,64}$/;

/** What the keys of an `inputSchema` may be: Anthropic's rule. */
export const argumentNamePattern = /^[a-zA-Z0-9_.-]{1,64}$/;

/** Longest name of a tool and of an argument. */
export const nameLimit = 64;

/** Letters that Unicode does not decompose into a base letter and marks. */
const ligatures: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  Æ: "AE",
  œ: "oe",
  Œ: "OE",
  ø: "o",
  Ø: "O",
  đ: "d",
  Đ: "D",
  ł: "l",
  Ł: "L",
  ð: "d",
  þ: "th",
  ı: "i",
};

/** Text with its accents removed; letters of other scripts stay as they are. */
export function withoutAccents(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[ßæÆœŒøØđĐłŁðþı]/g, (letter) => ligatures[letter] ?? letter);
}

/** Eight hexadecimal digits that depend on the whole text and on nothing else. */
export function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}

/**
 * A readable name within `limit` characters for any text: what `forbidden` (a global pattern for runs of characters)
 * matches becomes `_`. A hash of the whole text follows where the name had to leave out letters.
 */
export function readableName(
  text: string,
  forbidden: RegExp,
  fallback: string,
  limit = nameLimit,
): string {
  const latin = withoutAccents(text);
  const name = latin
    .replace(forbidden, "_")
    .replace(/_{2,}/g, "_")
    .replace(/^[_.-]+|[_.-]+$/g, "");
  const isLossy = name === "" || (!isAscii(latin) && !isAscii(lettersOf(latin)));
  return isLossy || name.length > limit ? withHash(name || fallback, text, limit) : name;
}

function isAscii(text: string): boolean {
  return !/[^ -~\s]/.test(text);
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, "");
}

/** `name` and a hash of `text`, cut to `limit` characters. */
export function withHash(name: string, text: string, limit = nameLimit): string {
  const head = name.slice(0, limit - 9).replace(/[_.-]+$/, "");
  return `${head}_${shortHash(text)}`;
}

/** The words of a name: `listPets`, `list_pets` and `List pets` have the same two. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z]{2})/g, "$1 $2")
    .split(/[^a-zA-Z0-9]+/)
    .filter((setting) => setting !== "");
}

/** `base`, or `base2`, `base3` … when that is taken. Takes it. */
export function reserveName(base: string, taken: Set<string>): string {
  let name = base;
  for (let next = 2; taken.has(name); next++) name = `${base}${next}`;
  taken.add(name);
  return name;
}
