/**
 * Keys that clients can't take: JavaScript's objects have their own use of them, and zod, which the official SDK checks
 * lists with, takes an object with a member `constructor` for no plain object and refuses the whole list.
 */
export const unsafeKeys: ReadonlySet<string> = new Set(["__proto__", "constructor"]);

/** Whether a value has such a key anywhere in it. */
export function hasUnsafeKey(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, member]) => unsafeKeys.has(key) || hasUnsafeKey(member));
}

/** Size of a value's JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
