import { integersIn, keepIntegers, withBigInts } from "../../protocol/exact-integers.js";

/**
 * True when a JSON text holds an integer that JavaScript's numbers would change: 9007199254740993 becomes ...992.
 * Fractions are not looked at: they are approximations to begin with.
 *
 * @param text valid JSON
 * @see RFC 8259 section 6
 */
export function losesIntegers(text: string): boolean {
  if (!/\d{16}/.test(text)) return false;
  for (const [start, end] of integersIn(text)) {
    if (end - start > 15 && !isExact(text.slice(start, end))) return true;
  }
  return false;
}

/** The value of JSON whose text is known where numbers can't hold its integers: those are `bigint`s then. */
export function exactValue(json: { readonly value: unknown; readonly source?: string }): unknown {
  const { value, source } = json;
  return source === undefined ? value : withBigInts(keepIntegers(source, JSON.parse(source)));
}

/** Beyond 21 digits it is taken as lost, so that a million digits are no work. */
function isExact(digits: string): boolean {
  if (digits.length > 21) return false;
  return BigInt(digits) === BigInt(Number(digits));
}
