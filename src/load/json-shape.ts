import { isObject } from "./object.js";

/** What a JSON text has that its value does not show. */
export interface JsonShape {
  /** Keys of all objects. There are more than in the value if one is given twice. */
  readonly keys: number;
  /** Offset of the first bracket that is nested too deep; the text is not read beyond it. */
  readonly tooDeepAt?: number;
}

/** Receives a number whose text is not that of its value: `1.10`, `1e3`, 9007199254740993. */
export type NumberVisitor = (container: object, key: string | number, written: string) => void;

/** An open object or array. One for each depth, used again for the next that opens there. */
interface Level {
  isArray: boolean;
  /** Index of the current item, or offset of the current key. */
  at: number;
  /** Its value, once it is asked for; `null` if a key that is given twice has replaced it. */
  container: object | null | undefined;
}

const quote = 0x22;
const comma = 0x2c;
const minus = 0x2d;
const zero = 0x30;
const nine = 0x39;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Digits that every integer keeps when it is read as a number. */
const safeDigits = 15;

/**
 * Reads the shape of a JSON text in one pass over its characters, which is far faster than a parser that reports each key.
 *
 * @param visitNumber absent for a text that is not valid and has no `value`
 */
export function measureJson(
  text: string,
  maxDepth: number,
  value: unknown,
  visitNumber?: NumberVisitor,
): JsonShape {
  const levels: Level[] = [];
  const end = text.length;
  let keys = 0;
  let depth = 0;
  let level: Level | undefined;
  let lastQuote = 0;
  for (let at = 0; at < end; at++) {
    const char = text.charCodeAt(at);
    if (char === quote) {
      lastQuote = at;
      at = closingQuote(text, at);
    } else if (char === openBrace || char === openBracket) {
      if (depth === maxDepth) return { keys, tooDeepAt: at };
      level = levels[depth] ??= { isArray: false, at: 0, container: undefined };
      level.isArray = char === openBracket;
      level.at = 0;
      level.container = undefined;
      depth++;
    } else if (char === closeBrace || char === closeBracket) {
      depth--;
      level = levels[depth - 1];
    } else if (char === colon) {
      keys++;
      if (level) level.at = lastQuote;
    } else if (char === comma) {
      if (level?.isArray) level.at++;
    } else if (char === minus || (char >= zero && char <= nine)) {
      const after = numberEnd(text, at);
      if (after - at > safeDigits || char === minus || !isInteger(text, at, after)) {
        const written = text.slice(at, after);
        if (visitNumber && level && String(Number(written)) !== written) {
          visit(visitNumber, written);
        }
      }
      at = after - 1;
    }
  }
  return { keys };

  function visit(visitor: NumberVisitor, written: string): void {
    const container = containerAt(depth - 1);
    const key = keyAt(depth - 1);
    // Of a key that is given twice only the last value exists.
    if (container && member(container, key) === Number(written)) {
      visitor(container, key, written);
    }
  }

  /** Each object is looked up once, so that many numbers below a long key take no longer. */
  function containerAt(index: number): object | null {
    const { container } = levels[index]!;
    if (container !== undefined) return container;
    const parent = index === 0 ? undefined : containerAt(index - 1);
    const found = index === 0 ? value : parent && member(parent, keyAt(index - 1));
    return (levels[index]!.container = isObject(found) ? found : null);
  }

  function keyAt(index: number): string | number {
    const { isArray, at } = levels[index]!;
    if (isArray) return at;
    const written = text.slice(at, closingQuote(text, at) + 1);
    return written.includes("\\") ? (JSON.parse(written) as string) : written.slice(1, -1);
  }
}

/** Returns the offset of the quote that ends the string that begins at `start`. */
function closingQuote(text: string, start: number): number {
  const end = text.length;
  for (let at = start + 1; at < end; at++) {
    const char = text.charCodeAt(at);
    if (char === quote) return at;
    if (char === backslash) at++;
  }
  return end;
}

function numberEnd(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at++) {
    const char = text.charCodeAt(at);
    const isDigit = char >= zero && char <= nine;
    if (!isDigit && !".eE+-".includes(text.charAt(at))) return at;
  }
  return at;
}

function isInteger(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const char = text.charCodeAt(at);
    if (char < zero || char > nine) return false;
  }
  return true;
}

function member(container: object, key: string | number): unknown {
  return Object.hasOwn(container, key)
    ? (container as { readonly [key: string]: unknown })[key]
    : undefined;
}
