/** Texts, names and values that may do harm, for fast-check. */
import fc from "fast-check";
import { payloads } from "../attacks/payloads.js";

export type Value = unknown;

const harmful = fc.constantFrom(
  ...Object.values(payloads),
  "",
  " ",
  "toString",
  "hasOwnProperty",
  "prototype",
  "then",
  "a".repeat(3000),
  "../../etc/passwd",
  "%2e%2e%2f",
  "a\r\nX-Evil: 1",
  "\u{e0041}\u{e0042}",
  "{id}",
  "#/components/schemas/A",
);

/** Any text, and often a harmful one. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: harmful },
  { weight: 2, arbitrary: fc.string({ maxLength: 20 }) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 12 }) },
);

/** A name; mostly one of a few, so that references meet and names collide. */
export const anyName: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("a", "A", "b", "id", "tenant", "X-Key", "a-b", "a_b") },
  { weight: 1, arbitrary: anyText },
);

/** Any JSON. */
export const anyJson: fc.Arbitrary<Value> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    anyText,
    fc.constantFrom<Value>(null, true, false, 0, -0, -1, 1.5, 1e308, 2 ** 53, -(2 ** 63), [], {}),
    fc.array(tie("value"), { maxLength: 4 }),
    mapOf(tie("value")),
  ),
})).value;

/** A map with names of every kind, `__proto__` among them as a member of its own. */
export function mapOf<T>(value: fc.Arbitrary<T>, maxLength = 4): fc.Arbitrary<object> {
  return fc
    .array(fc.tuple(anyName, value), { maxLength })
    .map((entries) => Object.fromEntries(entries));
}

/** Mostly the value that belongs there, sometimes any other, so that every check of a kind is met. */
export function mostly<T>(right: fc.Arbitrary<T>): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 150, arbitrary: right }, { weight: 1, arbitrary: anyJson });
}

/** A map with some of the members. */
export function some(members: { [name: string]: fc.Arbitrary<Value> }): fc.Arbitrary<object> {
  return fc.record(members, { requiredKeys: [] });
}
