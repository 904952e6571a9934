import { endOfString, quote } from "./json-strings.js";

/**
 * How deep a message may be nested. `JSON.parse` goes down without end; what is done with the value afterwards, by
 * handlers too, mostly recurs, and ends at a few thousand levels with the stack.
 */
export const maxNesting = 1_000;

/** True when a JSON text is nested deeper than messages may be. */
export function nestsTooDeep(text: string): boolean {
  // Each level takes two brackets: most messages are too short to be looked at.
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
