import { placeAll, type Wanted } from "./wanted-pointers.js";

/**
 * Finds the offsets of pointers in a valid JSON text, in one pass: of the key for a member of an object, of the value
 * otherwise. A pointer that the text does not contain gets the offset of its nearest ancestor.
 */
export function jsonPositions(text: string, wanted: Wanted): Map<string, number> {
  const found = new Map<string, number>();
  const start = skipSpace(text, 0);
  placeAll(wanted, start, found);
  locate(text, start, wanted, found);
  return found;
}

/** Locates the wanted pointers below the value at `start`; returns the offset after that value. */
function locate(text: string, start: number, wanted: Wanted, found: Map<string, number>): number {
  const open = text.charCodeAt(start);
  if (wanted.children.size === 0 || (open !== openBrace && open !== openBracket)) {
    return skipValue(text, start);
  }
  let at = skipSpace(text, start + 1);
  for (let index = 0; at < text.length; index++) {
    if (text.charCodeAt(at) === closeBrace || text.charCodeAt(at) === closeBracket) return at + 1;
    const member = at;
    let key = String(index);
    if (open === openBrace) {
      const end = skipString(text, at);
      key = unquote(text.slice(at, end));
      at = skipSpace(text, skipSpace(text, end) + 1);
    }
    const child = wanted.children.get(key);
    if (child === undefined) {
      at = skipValue(text, at);
    } else {
      placeAll(child, member, found);
      at = locate(text, at, child, found);
    }
    at = skipSpace(text, at);
    if (text.charCodeAt(at) === comma) at = skipSpace(text, at + 1);
  }
  return at;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at++;
  return at;
}

function skipString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === quote) return at + 1;
    if (char === backslash) at++;
  }
  return text.length;
}

function skipValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === quote) {
      at = skipString(text, at) - 1;
    } else if (char === openBrace || char === openBracket) {
      depth++;
      continue;
    } else if (char === closeBrace || char === closeBracket) {
      // The value is a number or keyword, which ends where its container ends.
      if (depth === 0) return at;
      depth--;
    } else if (char === comma && depth === 0) {
      return at;
    } else {
      continue;
    }
    if (depth === 0) return at + 1;
  }
  return text.length;
}

function unquote(written: string): string {
  return written.includes("\\") ? (JSON.parse(written) as string) : written.slice(1, -1);
}
