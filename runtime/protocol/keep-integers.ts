import { keepDigits, markHolder } from "./exact-integers.js";
import { endOfString } from "./text/json-strings.js";
import { member, type JsonObject } from "./json.js";

/**
 * Keeps the digits of the large integers of a parsed JSON text, in linear time.
 *
 * @returns the value
 * @throws RangeError if an integer has more than `maxDigits` digits, whose conversions take more than linear time
 */
export function keepIntegers(text: string, value: unknown, maxDigits = Infinity): unknown {
  if (!mayHaveLarge(text)) return value;
  const place = new Place(text, value as JsonObject);
  // A number of 16 characters or more is found as a whole.
  const token = /["[\]{},]|[-+.\deE]{16,}/g;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const [what] = found;
    if (what === '"') token.lastIndex = place.skip(found.index);
    else if (what === ",") place.next();
    else if (what === "{") place.at.push(0);
    else if (what === "[") place.at.push(-1);
    else if (what === "}" || what === "]") place.leave();
    // A number with a fraction or an exponent is an approximation anyway.
    else if (/^-?\d+$/.test(what)) {
      if (what.replace("-", "").length > maxDigits) throw new RangeError("An integer is too long.");
      place.keep(what);
    }
  }
  return value;
}

/** Least number of digits of an integer that a number may not hold. */
const largeLength = 16;

/** Whether a text has so many digits in a row. Looks at one character in sixteen, because each message is asked. */
export function mayHaveLarge(text: string): boolean {
  for (let at = largeLength - 1; at < text.length; at += largeLength) {
    if (isDigit(text.charCodeAt(at)) && hasLargeAround(text, at)) return true;
  }
  return false;
}

/** Whether a digit is one of a large number's. */
function hasLargeAround(text: string, at: number): boolean {
  let start = at;
  while (isDigit(text.charCodeAt(start - 1)) && at - start < largeLength) start -= 1;
  let end = at + 1;
  while (isDigit(text.charCodeAt(end)) && end - start < largeLength) end += 1;
  return end - start >= largeLength;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** Parses JSON and keeps the digits of its large integers. */
export function parseExact(text: string): unknown {
  return keepIntegers(text, JSON.parse(text));
}

/** A place in a JSON text and in its value. */
class Place {
  /** For each open object the start of its newest key in the text, for each open array -1 - index. */
  readonly at: number[] = [];
  readonly #text: string;
  /** The outermost of these. Others are looked up when they turn out to hold a large integer. */
  readonly #known: JsonObject[];

  constructor(text: string, value: JsonObject) {
    this.#text = text;
    this.#known = [value];
  }

  /** Returns the end of a string. One that is a value is no key, but the next value comes after the next key. */
  skip(start: number): number {
    const depth = this.at.length - 1;
    if (this.at[depth]! >= 0) this.at[depth] = start;
    return endOfString(this.#text, start) + 1;
  }

  next(): void {
    const depth = this.at.length - 1;
    if (this.at[depth]! < 0) this.at[depth]! -= 1;
  }

  leave(): void {
    this.at.pop();
    if (this.#known.length > this.at.length) this.#known.length = Math.max(this.at.length, 1);
  }

  /** Keeps the digits of the integer at this place, if a number can't hold it. */
  keep(digits: string): void {
    const { at } = this;
    const known = this.#known;
    const number = Number(digits);
    if (at.length === 0 || Number.isSafeInteger(number)) return;
    while (known.length < at.length) {
      const outer = known.at(-1)!;
      const inner = member(outer, this.#key(known.length - 1));
      // Of a key that is given twice only the last value exists, which may be another one.
      known.push(typeof inner === "object" && inner !== null ? (inner as JsonObject) : {});
      markHolder(outer);
    }
    const key = this.#key(at.length - 1);
    const container = known.at(-1)!;
    if (member(container, key) === number) keepDigits(container, key, digits);
  }

  #key(depth: number): string | number {
    const start = this.at[depth]!;
    if (start < 0) return -1 - start;
    return JSON.parse(this.#text.slice(start, endOfString(this.#text, start) + 1)) as string;
  }
}
