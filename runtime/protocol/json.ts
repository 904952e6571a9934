/** A JSON object from the wire. The sender chose its keys: look them up with `member` or `Object.hasOwn`. */
export interface JsonObject {
  readonly [name: string]: unknown;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns an own member of an object, never an inherited one. */
export function member(object: JsonObject, name: string | number): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Decodes a token of a JSON Pointer. @see RFC 6901 section 4 */
export function unescapeToken(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Follows a path of own members through objects and arrays; undefined if it leads nowhere. */
export function valueAt(root: unknown, keys: readonly string[]): unknown {
  let found = root;
  for (const key of keys) {
    if (Array.isArray(found)) found = /^\d{1,9}$/.test(key) ? found[Number(key)] : undefined;
    else found = isObject(found) ? member(found, key) : undefined;
  }
  return found;
}

/** Returns the decoded tokens of a JSON Pointer that is empty or begins with `/`. */
export function pointerKeys(pointer: string): string[] {
  return pointer.split("/").slice(1).map(unescapeToken);
}

/** Percent-decodes the fragment of a URI. A malformed one stays as it is. */
export function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
