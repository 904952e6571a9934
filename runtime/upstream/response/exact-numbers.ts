import { mayHaveLarge, parseExact } from "../../protocol/keep-integers.js";
import { integersIn } from "../../protocol/marked-integers.js";
import { withBigInts } from "../../protocol/read-integers.js";

/**
 * Whether a JSON text holds an integer that a JavaScript number can't hold: 9007199254740993 becomes ...992. Fractions
 * are ignored, because they are approximations anyway.
 *
 * @param text valid JSON
 * @see RFC 8259 section 6
 */
export function losesIntegers(text: string): boolean {
  if (!mayHaveLarge(text)) return false;
  for (const [start, end] of integersIn(text)) {
    if (end - start > 15 && !isExact(text.slice(start, end))) return true;
  }
  return false;
}

/** Returns the value of a JSON answer. Integers that numbers can't hold are `bigint`s, taken from `source`. */
export function exactValue(json: { readonly value: unknown; readonly source?: string }): unknown {
  const { value, source } = json;
  return source === undefined ? value : withBigInts(parseExact(source));
}

/** Treats more than 21 digits as inexact, so that a million digits cost no work. */
function isExact(digits: string): boolean {
  if (digits.length > 21) return false;
  return BigInt(digits) === BigInt(Number(digits));
}
