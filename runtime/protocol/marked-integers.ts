/** JSON texts in which large integers are replaced by strings, so that JSON.parse and JSON.stringify keep their digits. */
import { endOfString, quote } from "./text/json-strings.js";

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

/** Encodes a value as compact JSON; a `bigint` becomes an integer. @throws RangeError if the value is nested too deeply */
export function exactText(value: unknown): string {
  const mark = integerMark();
  const text = JSON.stringify(value, (_, each: unknown) =>
    typeof each === "bigint" ? `${mark}${each}` : each,
  );
  return unmarkIntegers({ text, mark });
}

function isSafe(digits: string): boolean {
  return digits.length < 16 || Number.isSafeInteger(Number(digits));
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** Whether the character is a digit, `.`, `e`, `E`, `+` or `-`. */
function isNumberPart(unit: number): boolean {
  return (
    isDigit(unit) ||
    unit === 0x2e ||
    unit === 0x65 ||
    unit === 0x45 ||
    unit === 0x2b ||
    unit === 0x2d
  );
}
