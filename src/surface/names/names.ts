import { createHash } from "node:crypto";

/** Names of tools that every client accepts: OpenAI and Anthropic have the same rule. */
export const toolNamePattern = /^[a-zA-Z0-9_-]{1,64}$/;

/** Keys that an `inputSchema` may have: Anthropic's rule. */
export const argumentNamePattern = /^[a-zA-Z0-9_.-]{1,64}$/;

/** Maximum length of the name of a tool or an argument. */
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

/** Removes accents; letters of other scripts stay as they are. */
export function withoutAccents(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[ßæÆœŒøØđĐłŁðþı]/g, (letter) => ligatures[letter] ?? letter);
}

/** Returns eight hexadecimal digits for a text. */
export function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}

/**
 * Makes a readable name of at most `limit` characters from any text: runs of characters that `forbidden` (a global
 * pattern) matches become `_`. If letters are lost, a hash of the whole text follows.
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
    .replace(/^[_.-]+|(?<![_.-])[_.-]+$/g, "");
  const isLossy = name === "" || (!isAscii(latin) && !isAscii(lettersOf(latin)));
  return isLossy || name.length > limit ? withHash(name || fallback, text, limit) : name;
}

function isAscii(text: string): boolean {
  return !/[^ -~\s]/.test(text);
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, "");
}

/** Appends a hash of `text` to `name`, cut so that both have at most `limit` characters. */
export function withHash(name: string, text: string, limit = nameLimit): string {
  const head = name.slice(0, limit - 9).replace(/[_.-]+$/, "");
  return `${head}_${shortHash(text)}`;
}

/** Splits a name into words: `listPets`, `list_pets` and `List pets` have the same two. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/(?<=[A-Z])(?=[A-Z][a-z]{2})/g, " ")
    .split(/[^a-zA-Z0-9]+/)
    .filter((word) => word !== "");
}

/** Where to go on counting for a name that is taken, since thousands of names may be alike. Names are never given back. */
const nextNumbers = new WeakMap<Set<string>, Map<string, number>>();

/** Reserves and returns `base`, or `base2`, `base3` … if that is taken. */
export function reserveName(base: string, taken: Set<string>): string {
  let name = base;
  if (taken.has(name)) {
    const numbers = nextNumbers.get(taken) ?? new Map<string, number>();
    nextNumbers.set(taken, numbers);
    let next = numbers.get(base) ?? 2;
    for (; taken.has(name); next++) name = `${base}${next}`;
    numbers.set(base, next);
  }
  taken.add(name);
  return name;
}
