/**
 * Integers from 2^53 on, where different integers become the same number. The values of a parsed message stay numbers, as
 * handlers and JSON Schema expect, and their digits are kept beside them, keyed by the object or array that holds them. A
 * copy loses the digits; then its integers are refused instead of being sent wrong.
 *
 * @see RFC 8259 section 6
 */
export type Container = object;

/** The digits of integers by their key in an object, or their index in an array. */
type Digits = Map<string | number, string>;

/** Key of the digits, by key of their integer. A weak map would take a minute for a message of a million objects. */
const digitsKey = Symbol("digits");

interface Noted {
  [digitsKey]?: Digits;
}

/** Of objects and arrays that contain such integers only at a deeper level. */
const noDigits: Digits = new Map();

let anyKept = false;

/** Whether this process has kept any digits. Most servers never do, and then thousands of objects need no look. */
export function keepsDigits(): boolean {
  return anyKept;
}

/** Returns the digits that are kept in an object or array; undefined if it contains no large integers at any depth. */
export function digitsIn(container: Container): Digits | undefined {
  return (container as Noted)[digitsKey];
}

/** Marks an object or array that contains large integers at some depth. */
export function markHolder(container: Container): void {
  anyKept = true;
  // Not enumerable, so that neither JSON nor a copy has it.
  if (!digitsIn(container))
    Object.defineProperty(container, digitsKey, { value: noDigits, writable: true });
}

/** Stores the digits of a number in an object or array. */
export function keepDigits(container: Container, key: string | number, digits: string): void {
  markHolder(container);
  const noted = container as Required<Noted>;
  if (noted[digitsKey] === noDigits) noted[digitsKey] = new Map();
  noted[digitsKey].set(key, digits);
}
