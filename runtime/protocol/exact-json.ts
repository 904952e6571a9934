import { digitsIn, keepsDigits } from "./exact-integers.js";
import { mayHaveLarge, parseExact } from "./keep-integers.js";

/** Encodes a value as JSON; large integers whose digits are kept, and `bigint`s, have all of them. */
export function exactJson(value: unknown): string | undefined {
  // Nobody can guess it, so no text of the value contains it.
  const mark = `integer-${crypto.randomUUID()}:`;
  const text = JSON.stringify(value, function (this: object, key: string, each: unknown) {
    if (typeof each === "bigint") return mark + each;
    if (typeof each !== "number") return each;
    const digits = digitsIn(this)?.get(Array.isArray(this) ? Number(key) : key);
    // The number may have been replaced in place.
    return digits !== undefined && Number(digits) === each ? mark + digits : each;
  });
  return text?.replace(new RegExp(`"${mark}(-?\\d+)"`, "g"), "$1");
}

/** Whether a value contains large integers whose digits are kept. */
export function hasDigits(value: unknown): boolean {
  return (
    keepsDigits() && typeof value === "object" && value !== null && digitsIn(value) !== undefined
  );
}

/** Encodes a value as JSON, with `exactJson` if it contains large integers. */
export function jsonText(value: unknown): string | undefined {
  return hasDigits(value) ? exactJson(value) : JSON.stringify(value);
}

/**
 * Encodes a message that was put together from parts, of which each may contain large integers. Only a text that has such
 * integers is written once more.
 */
export function messageText(message: unknown): string {
  const text = JSON.stringify(message);
  return keepsDigits() && mayHaveLarge(text) ? (exactJson(message) as string) : text;
}

/** Returns a copy with only what JSON keeps, as the receiver will read it. @throws TypeError for a value that JSON cannot hold */
export function jsonCopy(value: unknown): unknown {
  if (value === undefined) return undefined;
  return keepsDigits() ? parseExact(messageText(value)) : JSON.parse(JSON.stringify(value));
}
