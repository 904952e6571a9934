import { endOfString, quote } from "./text/json-strings.js";

/**
 * Maximum nesting of a message. `JSON.parse` has no limit, but most code that processes the value afterwards, including
 * handlers, recurses and overflows the stack at a few thousand levels.
 */
export const maxNesting = 1_000;

/** Whether a JSON text is nested too deeply. */
export function nestsTooDeep(text: string): boolean {
  // Each level takes two brackets, so most messages are too short to need the scan.
  if (text.length <= 2 * maxNesting) return false;
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    switch (text.charCodeAt(i)) {
      case quote:
        i = endOfString(text, i);
        break;
      case openBracket:
      case openBrace:
        depth += 1;
        if (depth > maxNesting) return true;
        break;
      case closeBracket:
      case closeBrace:
        depth -= 1;
        break;
    }
  }
  return false;
}

const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Empties the inner objects and arrays of a JSON text: `{"id":1,"params":{}}`. To parse millions of levels takes seconds. */
export function outlineOf(text: string): string {
  let outline = "";
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit === quote) i = endOfString(text, i);
    else if (unit === openBracket || unit === openBrace) {
      depth += 1;
      if (depth === 2) outline += text.slice(from, i + 1);
    } else if (unit === closeBracket || unit === closeBrace) {
      if (depth === 2) from = i;
      depth -= 1;
    }
  }
  // A text that ends inside is not valid JSON, and what it opened must not be parsed.
  return depth < 2 ? outline + text.slice(from) : outline;
}
