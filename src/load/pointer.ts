/** JSON Pointers. @see RFC 6901 */

/** Returns the pointer of a path of keys: `["a/b", "0"]` becomes `/a~1b/0`. */
export function pointerOf(path: readonly string[]): string {
  let pointer = "";
  for (const token of path) pointer += `/${escapeToken(token)}`;
  return pointer;
}

/** Returns the keys of a pointer; `undefined` if it is neither empty nor starts with `/`. */
export function tokensOf(pointer: string): string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) return undefined;
  return pointer.slice(1).split("/").map(unescapeToken);
}

/**
 * Returns the keys of a reference's fragment, percent-decoded; `undefined` for a plain name (an anchor).
 * @see RFC 6901, 6
 */
export function tokensOfFragment(fragment: string): string[] | undefined {
  return tokensOf(decodePercent(fragment));
}

/** Returns text with an invalid encoding unchanged. */
export function decodePercent(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function escapeToken(key: string): string {
  return /[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key;
}

function unescapeToken(token: string): string {
  return token.includes("~") ? token.replaceAll("~1", "/").replaceAll("~0", "~") : token;
}

/** Yields the pointer, then that of each ancestor. */
export function* pointerPrefixes(pointer: string): Generator<string> {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1)) {
    yield pointer.slice(0, end);
  }
  yield "";
}

/** Returns an own member or an array element. */
export function childOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value) && !/^(?:0|[1-9]\d*)$/.test(key)) return undefined;
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}

export function valueAt(root: unknown, pointer: string): unknown {
  return (tokensOf(pointer) ?? []).reduce(childOf, root);
}
