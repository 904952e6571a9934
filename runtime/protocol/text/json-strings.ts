/** Finds strings in JSON text. */

export const quote = 0x22;
const backslash = 0x5c;

/** Returns the index of the quote that ends the string beginning at `start`, or the text's length. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(index - 1 - backslashes) === backslash) backslashes += 1;
  return backslashes % 2 === 1;
}
