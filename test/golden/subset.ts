import assert from "node:assert/strict";

/**
 * Asserts that every member of `subset` is in `value`, at every depth; a null in `subset` is also met by an absent
 * member, arrays are compared whole.
 */
export function matchSubset(value: unknown, subset: unknown, label: string): void {
  if (subset === null) {
    assert.equal(value ?? null, null, label);
    return;
  }
  if (typeof subset !== "object" || Array.isArray(subset)) {
    assert.deepEqual(value, subset, label);
    return;
  }
  assert.ok(typeof value === "object" && value !== null, `${label} is an object`);
  for (const [key, part] of Object.entries(subset)) {
    const member = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
    matchSubset(member, part, `${label}.${key}`);
  }
}
