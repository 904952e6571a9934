/**
 * Integers from 2^53 on, where different integers become the same number. The values of a parsed message stay numbers, as
 * handlers and JSON Schema expect, and their digits are kept beside them, keyed by the object or array that holds them. A
 * copy loses the digits; then its integers are refused instead of being sent wrong.
 *
 * @see RFC 8259 section 6
 */
import { endOfString, quote } from "./json-strings.js";

type Container = object;

const digitsOf = new WeakMap<Container, Map<string, string>>();
/** Objects and arrays that contain such integers, at any depth. */
const holders = new WeakSet<Container>();

/** Positions of the integers in a JSON text, [start, end), without those that have a fraction or an exponent. */
export function* integersIn(text: string): Generator<readonly [start: number, end: number]> {
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit === quote) {
      i = endOfString(text, i);
    } else if (isDigit(unit)) {
      const start = i;
      while (isDigit(text.charCodeAt(i + 1))) i += 1;
      const next = text[i + 1];
      if (next !== "." && next !== "e" && next !== "E") yield [start, i + 1];
      while (isNumberPart(text.charCodeAt(i + 1))) i += 1;
    }
  }
}

/**
 * Keeps the digits of the large integers of a parsed JSON text, and returns the value.
 *
 * @param value the result of `JSON.parse`
 */
export function keepIntegers(text: string, value: unknown): unknown {
  if (!/\d{16}/.test(text)) return value;
  const marked = markIntegers(text);
  if (marked === undefined) return value;
  const root = { value: JSON.parse(marked.text) as unknown };
  restore(root, marked.mark);
  return root.value;
}

/** A JSON text whose large integers are replaced by strings: a mark and the digits. */
export interface MarkedIntegers {
  readonly text: string;
  readonly mark: string;
}

/** Replaces the large integers of a JSON text by marked strings; undefined if it has none. */
export function markIntegers(text: string): MarkedIntegers | undefined {
  const mark = integerMark();
  let marked = "";
  let end = 0;
  for (const [start, stop] of integersIn(text)) {
    if (isSafe(text.slice(start, stop))) continue;
    const from = text[start - 1] === "-" ? start - 1 : start;
    marked += `${text.slice(end, from)}"${mark}${text.slice(from, stop)}"`;
    end = stop;
  }
  return end === 0 ? undefined : { text: marked + text.slice(end), mark };
}

/** Returns a random text that no value contains, because nobody can guess it. */
export function integerMark(): string {
  return `integer-${crypto.randomUUID()}:`;
}

/** Replaces the marked strings of a JSON text by their integers. */
export function unmarkIntegers({ text, mark }: MarkedIntegers): string {
  return text.replace(new RegExp(`"${mark}(-?\\d+)"`, "g"), "$1");
}

/** Stores the digits of a number in an object or array. */
export function keepDigits(container: Container, key: string, digits: string): void {
  let known = digitsOf.get(container);
  if (known === undefined) {
    known = new Map();
    digitsOf.set(container, known);
  }
  known.set(key, digits);
  holders.add(container);
}

/** Returns the original integer of an object or array; undefined if its digits are not known. */
export function exactInteger(container: Container, key: string): bigint | undefined {
  const digits = digitsOf.get(container)?.get(key);
  return digits === undefined ? undefined : BigInt(digits);
}

/** Copies the value with large integers as `bigint`; returns it unchanged if it has none. */
export function withBigInts(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !holders.has(value)) return value;
  const copy = (key: string, each: unknown): unknown =>
    exactInteger(value, key) ?? withBigInts(each);
  if (Array.isArray(value)) return value.map((each, index) => copy(String(index), each));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copy(key, each)]));
}

/** Encodes a value as compact JSON; a `bigint` becomes an integer. @throws RangeError if the value is nested too deeply */
export function exactText(value: unknown): string {
  const mark = integerMark();
  const text = JSON.stringify(value, (_, each: unknown) =>
    typeof each === "bigint" ? `${mark}${each}` : each,
  );
  return unmarkIntegers({ text, mark });
}

/** Copies the known digits of the members that two objects share. */
export function copyDigits(from: Container, to: Container): void {
  const [was, is] = [from as Record<string, unknown>, to as Record<string, unknown>];
  for (const [key, digits] of digitsOf.get(from) ?? []) {
    if (Object.hasOwn(to, key) && was[key] === is[key]) keepDigits(to, key, digits);
  }
  if (holders.has(from)) holders.add(to);
}

/** Turns marked strings back into numbers. Returns whether the container had any. */
function restore(container: Container, mark: string): boolean {
  let found = false;
  const fields = container as Record<string, unknown>;
  for (const key of Object.keys(fields)) {
    const value = fields[key];
    if (typeof value === "string" && value.startsWith(mark)) {
      const digits = value.slice(mark.length);
      fields[key] = Number(digits);
      keepDigits(container, key, digits);
      found = true;
    } else if (typeof value === "object" && value !== null && restore(value, mark)) {
      holders.add(container);
      found = true;
    }
  }
  return found;
}

function isSafe(digits: string): boolean {
  return digits.length < 16 || Number.isSafeInteger(Number(digits));
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** Whether the character is a digit, `.`, `e`, `E`, `+` or `-`. */
function isNumberPart(unit: number): boolean {
  return isDigit(unit) || "+-.Ee".includes(String.fromCharCode(unit));
}
