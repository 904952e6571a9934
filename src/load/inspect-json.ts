import { createScanner, type SyntaxKind } from "jsonc-parser";

export interface JsonProblems {
  /** The first thing that is not JSON. */
  readonly error?: { readonly message: string; readonly offset: number };
  /** Keys written again in the same object, as far as the text was readable. */
  readonly duplicates: readonly DuplicateKey[];
}

export interface DuplicateKey {
  readonly key: string;
  readonly path: readonly string[];
  /** Where the key stands first, and where again. */
  readonly first: number;
  readonly offset: number;
}

/** What an open object or array holds so far. */
interface Level {
  /** Offsets of the keys; absent in an array. */
  readonly keys?: Map<string, number>;
  key: string;
  index: number;
}

/** `SyntaxKind` of jsonc-parser; a const enum of another package can't be imported here. */
const tokens = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  null: 7,
  true: 8,
  false: 9,
  string: 10,
  number: 11,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  space: 15,
  end: 17,
} as const satisfies { readonly [name: string]: SyntaxKind };

type Expected = "value" | "value or ]" | "key" | "key or }" | ":" | ", or end" | "end of input";

/** Maximal number of duplicates listed of one text. */
const maxDuplicates = 50;

/**
 * Finds what `JSON.parse` only says is there: the offset of the syntax error, or the duplicate keys.
 * Slow and for that case only. Without recursion, as the text is as deep as its author likes.
 */
export function inspectJson(text: string): JsonProblems {
  const scanner = createScanner(text);
  const levels: Level[] = [];
  const duplicates: DuplicateKey[] = [];
  let expected: Expected = "value";
  for (;;) {
    let token = scanner.scan();
    while (token === tokens.space || token === tokens.lineBreak) {
      token = scanner.scan();
    }
    const offset = scanner.getTokenOffset();
    const fail = (message: string): JsonProblems => ({ error: { message, offset }, duplicates });
    const lexical = scanErrors[scanner.getTokenError()];
    if (lexical !== undefined) return fail(lexical);
    if (token === tokens.lineComment || token === tokens.blockComment) {
      return fail("JSON has no comments");
    }
    const level = levels.at(-1);
    if (token === tokens.end) {
      return expected === "end of input"
        ? { duplicates }
        : fail(`The input ends too early: ${describe(expected)} is missing`);
    }
    const closes = token === (level?.keys ? tokens.closeBrace : level ? tokens.closeBracket : -1);
    if (closes && expected !== "value" && expected !== ":" && expected !== "key") {
      levels.pop();
      expected = levels.length === 0 ? "end of input" : ", or end";
    } else if (expected === "key" || expected === "key or }") {
      if (token !== tokens.string) return fail(`Expected ${describe(expected)}`);
      const key = scanner.getTokenValue();
      const first = level?.keys?.get(key);
      if (level) level.key = key;
      if (first === undefined) level?.keys?.set(key, offset);
      else if (duplicates.length < maxDuplicates) {
        duplicates.push({ key, path: levels.map(keyOf), first, offset });
      }
      expected = ":";
    } else if (expected === ":") {
      if (token !== tokens.colon) return fail(`Expected ${describe(expected)}`);
      expected = "value";
    } else if (expected === ", or end") {
      if (token !== tokens.comma) {
        return fail(`Expected a comma or ${level?.keys ? '"}"' : '"]"'}`);
      }
      if (level) level.index++;
      expected = level?.keys ? "key" : "value";
    } else if (expected === "end of input") {
      return fail("There is more text after the end of the JSON value");
    } else if (token === tokens.openBrace) {
      levels.push({ keys: new Map(), key: "", index: 0 });
      expected = "key or }";
    } else if (token === tokens.openBracket) {
      levels.push({ key: "", index: 0 });
      expected = "value or ]";
    } else if (scalars.has(token)) {
      expected = levels.length === 0 ? "end of input" : ", or end";
    } else {
      return fail(`Expected ${describe(expected)}`);
    }
  }
}

const scalars = new Set<number>([
  tokens.string,
  tokens.number,
  tokens.true,
  tokens.false,
  tokens.null,
]);

/** By `ScanError` of jsonc-parser. */
const scanErrors: { readonly [error: number]: string } = {
  1: "JSON has no comments",
  2: "The string has no closing quote on its line",
  3: "The number is incomplete",
  4: "\\u needs four hexadecimal digits",
  5: "The string has an escape that JSON does not know",
  6: "The string has a control character that must be escaped",
};

function describe(expected: Expected): string {
  switch (expected) {
    case "value":
      return "a value";
    case "value or ]":
      return 'a value or "]"';
    case "key":
      return "a key in double quotes";
    case "key or }":
      return 'a key in double quotes or "}"';
    case ":":
      return "a colon";
    case ", or end":
      return "a comma or a closing bracket";
    case "end of input":
      return "the end of the input";
  }
}

function keyOf(level: Level): string {
  return level.keys ? level.key : String(level.index);
}
