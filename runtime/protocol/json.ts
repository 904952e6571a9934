/** A JSON object as it came off the wire. Its names are the sender's: look them up with `Object.hasOwn`. */
export interface JsonObject {
  readonly [name: string]: unknown;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own member of an object; never what it inherits. */
export function member(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** A value as whoever it is sent to reads it: a copy with what JSON keeps. @throws TypeError for what JSON can't hold */
export function jsonCopy(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}

/** One key of a JSON Pointer as it reads. @see RFC 6901 section 4 */
export function unescapeToken(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** What is at the end of a way through objects and arrays, by their own members; undefined when nothing is. */
export function valueAt(root: unknown, keys: readonly string[]): unknown {
  let found = root;
  for (const key of keys) {
    if (Array.isArray(found)) found = /^\d{1,9}$/.test(key) ? found[Number(key)] : undefined;
    else found = isObject(found) ? member(found, key) : undefined;
  }
  return found;
}

/** The keys of a JSON Pointer that is empty or begins with `/`. */
export function pointerKeys(pointer: string): string[] {
  return pointer.split("/").slice(1).map(unescapeToken);
}
