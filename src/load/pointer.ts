/** JSON Pointers. @see RFC 6901 */

/** The pointer of a path of keys: `["a/b", "0"]` becomes `/a~1b/0`. */
export function pointerOf(path: readonly string[]): string {
  let pointer = "";
  for (const token of path) pointer += `/${escapeToken(token)}`;
  return pointer;
}

/** The keys of a pointer; `undefined` when it is not empty and does not begin with `/`. */
export function tokensOf(pointer: string): string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) return undefined;
  return pointer.slice(1).split("/").map(unescapeToken);
}

/**
 * The keys of a reference's fragment, percent-decoded; `undefined` when it is no pointer but a plain name.
 * @see RFC 6901, 6
 */
export function tokensOfFragment(fragment: string): string[] | undefined {
  return tokensOf(decodePercent(fragment));
}

/** Percent-decoded; text that is no valid encoding stays as it is. */
export function decodePercent(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** One key as it stands in a pointer. */
export function escapeToken(key: string): string {
  return /[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key;
}

function unescapeToken(token: string): string {
  return token.includes("~") ? token.replaceAll("~1", "/").replaceAll("~0", "~") : token;
}

/** The member of an object or array that a key names; `undefined` when it has none of its own. */
export function childOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value) && !/^(?:0|[1-9]\d*)$/.test(key)) return undefined;
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}
