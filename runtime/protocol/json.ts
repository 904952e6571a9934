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
