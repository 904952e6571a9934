/** Reads the large integers of parsed JSON, with the digits that `keepIntegers` kept. */
import { digitsIn, keepDigits, markHolder, type Container } from "./exact-integers.js";

/** Returns the original integer of an object or array; undefined if its digits are not known. */
export function exactInteger(container: Container, key: string | number): bigint | undefined {
  const digits = digitsIn(container)?.get(key);
  if (digits === undefined) return undefined;
  // The number may have been replaced in place.
  return (container as Record<string | number, unknown>)[key] === Number(digits)
    ? BigInt(digits)
    : undefined;
}

/** Copies the value with large integers as `bigint`; returns it unchanged if it has none. */
export function withBigInts(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !digitsIn(value)) return value;
  const copy = (key: string | number, each: unknown): unknown =>
    exactInteger(value, key) ?? withBigInts(each);
  if (Array.isArray(value)) return value.map((each, index) => copy(index, each));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copy(key, each)]));
}

/** Copies the known digits of the members that two objects share. */
export function copyDigits(from: Container, to: Container): void {
  const [was, is] = [from as Record<string, unknown>, to as Record<string, unknown>];
  const known = digitsIn(from);
  if (known === undefined) return;
  for (const [key, digits] of known) {
    if (Object.hasOwn(to, key) && was[key] === is[key]) keepDigits(to, key, digits);
  }
  markHolder(to);
}
