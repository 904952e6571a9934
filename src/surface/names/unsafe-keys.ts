/**
 * Keys that clients can't take: JavaScript's objects have their own use of them, and zod, which the official SDK checks
 * lists with, takes an object with a member `constructor` for no plain object and refuses the whole list.
 */
export const unsafeKeys: ReadonlySet<string> = new Set(["__proto__", "constructor"]);

/**
 * Whether a member of an answer may be listed. Clients check answers with validators that see the members every object
 * inherits: a property `toString` of type string would refuse each answer that has none of its own.
 */
export function isListableMember(name: string): boolean {
  return !(name in Object.prototype);
}

/** Whether a value has an unsafe key anywhere in it. */
export function hasUnsafeKey(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, member]) => unsafeKeys.has(key) || hasUnsafeKey(member));
}

/** Size of a value's JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
