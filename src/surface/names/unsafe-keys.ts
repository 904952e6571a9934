/**
 * Keys that must not reach clients: they have a meaning of their own in JavaScript, and zod, with which the official SDK
 * validates lists, rejects a whole list for one object with a member `constructor`.
 */
export const unsafeKeys: ReadonlySet<string> = new Set(["__proto__", "constructor"]);

/**
 * Whether an output schema may list a member. Clients' validators also see inherited members: a property `toString` of
 * type string would reject each answer without one.
 */
export function isListableMember(name: string): boolean {
  return !(name in Object.prototype);
}

/** Whether a value has an unsafe key at any depth. */
export function hasUnsafeKey(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, member]) => unsafeKeys.has(key) || hasUnsafeKey(member));
}

/** Returns the size of a value's JSON in UTF-8, in bytes. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
