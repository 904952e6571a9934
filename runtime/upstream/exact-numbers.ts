/**
 * True when a JSON text holds an integer that JavaScript's numbers would change: 9007199254740993 becomes ...992.
 * Fractions are not looked at: they are approximations to begin with.
 *
 * @param text valid JSON
 * @see RFC 8259 section 6
 */
export function losesIntegers(text: string): boolean {
  if (!/\d{16}/.test(text)) return false;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit === quote) {
      i = endOfString(text, i);
    } else if (isDigit(unit)) {
      const start = i;
      while (isDigit(text.charCodeAt(i + 1))) i += 1;
      const next = text[i + 1];
      const digits = text.slice(start, i + 1);
      const integer = next !== "." && next !== "e" && next !== "E";
      if (integer && digits.length > 15 && !isExact(digits)) return true;
      while (isNumberPart(text.charCodeAt(i + 1))) i += 1;
    }
  }
  return false;
}

const quote = 0x22;
const backslash = 0x5c;

/** Index of the closing quote. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(index - 1 - backslashes) === backslash) backslashes += 1;
  return backslashes % 2 === 1;
}

/** Beyond 21 digits it is taken as lost, so that a million digits are no work. */
function isExact(digits: string): boolean {
  if (digits.length > 21) return false;
  return BigInt(digits) === BigInt(Number(digits));
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** Digits, `.`, `e`, `E`, `+`, `-`. */
function isNumberPart(unit: number): boolean {
  return isDigit(unit) || "+-.Ee".includes(String.fromCharCode(unit));
}
