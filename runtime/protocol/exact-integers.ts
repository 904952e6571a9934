/**
 * Integers that numbers can't be trusted with: from 2^53 on, neighbours become the same number. The values of a parsed
 * message stay numbers, which is what handlers and JSON Schema know; the digits that were written are kept beside them, by
 * the object or array that holds them. Whoever copies such an object loses the digits, and what was a guess is refused
 * instead of sent.
 *
 * @see RFC 8259 section 6
 */
import { endOfString, quote } from "./json-strings.js";

type Container = object;

const digitsOf = new WeakMap<Container, Map<string, string>>();
/** Objects and arrays with such integers in them, at any depth. */
const holders = new WeakSet<Container>();

/** Where integers stand in a JSON text: [start, end) of each that is no fraction and has no exponent. */
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
 * A parsed JSON text with the digits of its large integers kept.
 *
 * @param value what `JSON.parse` made of it
 */
export function keepIntegers(text: string, value: unknown): unknown {
  if (!/\d{16}/.test(text)) return value;
  const marked = markIntegers(text);
  if (marked === undefined) return value;
  const root = { value: JSON.parse(marked.text) as unknown };
  restore(root, marked.mark);
  return root.value;
}

/** A JSON text with its large integers as strings: their digits after a mark. */
export interface MarkedIntegers {
  readonly text: string;
  readonly mark: string;
}

/** Marks the integers of a JSON text that numbers can't be trusted with; undefined when there is none. */
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

/** A text that no value holds, however it is escaped, because nobody can guess it. */
export function integerMark(): string {
  return `integer-${crypto.randomUUID()}:`;
}

/** The JSON text with the marked strings as the integers they stand for. */
export function unmarkIntegers({ text, mark }: MarkedIntegers): string {
  return text.replace(new RegExp(`"${mark}(-?\\d+)"`, "g"), "$1");
}

/** Keeps the digits of a number that an object or array holds. */
export function keepDigits(container: Container, key: string, digits: string): void {
  let known = digitsOf.get(container);
  if (known === undefined) {
    known = new Map();
    digitsOf.set(container, known);
  }
  known.set(key, digits);
  holders.add(container);
}

/** The integer that an object or array holds, as it was written; undefined when that is not known. */
export function exactInteger(container: Container, key: string): bigint | undefined {
  const digits = digitsOf.get(container)?.get(key);
  return digits === undefined ? undefined : BigInt(digits);
}

/** The value with large integers as `bigint`; itself when none was kept. */
export function withBigInts(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !holders.has(value)) return value;
  const copy = (key: string, each: unknown): unknown =>
    exactInteger(value, key) ?? withBigInts(each);
  if (Array.isArray(value)) return value.map((each, index) => copy(String(index), each));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copy(key, each)]));
}

/** A value as compact JSON; a `bigint` is written as the integer it is. @throws RangeError when it is nested too deeply */
export function exactText(value: unknown): string {
  const mark = integerMark();
  const text = JSON.stringify(value, (_, each: unknown) =>
    typeof each === "bigint" ? `${mark}${each}` : each,
  );
  return unmarkIntegers({ text, mark });
}

/** Gives a copy of an object, or one with some of its members, the digits that are known of those. */
export function copyDigits(from: Container, to: Container): void {
  const [was, is] = [from as Record<string, unknown>, to as Record<string, unknown>];
  for (const [key, digits] of digitsOf.get(from) ?? []) {
    if (Object.hasOwn(to, key) && was[key] === is[key]) keepDigits(to, key, digits);
  }
  if (holders.has(from)) holders.add(to);
}

/** Turns marked texts back into numbers; true when there was one in the container. */
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

/** Digits, `.`, `e`, `E`, `+`, `-`. */
function isNumberPart(unit: number): boolean {
  return isDigit(unit) || "+-.Ee".includes(String.fromCharCode(unit));
}
