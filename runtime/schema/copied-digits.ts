/** The digits of large integers in a copy whose items are removed. Bundled with the validator, unlike their other readers. */
import { digitsIn, keepDigits, markHolder, type Container } from "../protocol/exact-integers.js";

/** Copies the known digits of an object or array to its copy. */
export function copyDigits(from: Container, to: Container): void {
  if (digitsIn(from) === undefined) return;
  markHolder(to);
  for (const [key, digits] of digitsIn(from)!) keepDigits(to, key, digits);
}

/** Removes an item of an array; the digits of those behind it move with them. */
export function removeItem(list: unknown[], index: number): void {
  list.splice(index, 1);
  const digits = digitsIn(list);
  if (digits === undefined) return;
  const known = [...digits] as readonly [number, string][];
  digits.clear();
  for (const [key, text] of known) {
    if (key !== index) digits.set(key > index ? key - 1 : key, text);
  }
}
