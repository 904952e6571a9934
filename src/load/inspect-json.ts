import { createScanner, type JSONScanner, type SyntaxKind } from "jsonc-parser";

export interface JsonProblems {
  /** The first syntax error. */
  readonly error?: { readonly message: string; readonly offset: number };
  /** Up to the syntax error. */
  readonly duplicates: readonly DuplicateKey[];
}

export interface DuplicateKey {
  readonly key: string;
  readonly path: readonly string[];
  /** Offset of the first occurrence. */
  readonly first: number;
  readonly offset: number;
}

/** An open object or array. */
interface Level {
  /** Offsets of the keys so far; absent in an array. */
  readonly keys?: Map<string, number>;
  key: string;
  index: number;
}

interface Inspection {
  readonly scanner: JSONScanner;
  /** Outermost first. */
  readonly levels: Level[];
  readonly duplicates: DuplicateKey[];
}

/** `SyntaxKind` of jsonc-parser, because a const enum of another package can't be imported here. */
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

/** Maximum number of duplicates reported for one text. */
const maxDuplicates = 50;

/**
 * Finds the syntax error or the duplicate keys of a text that is known to have one (this is slow). Does not recurse,
 * because the text may be nested to any depth.
 */
export function inspectJson(text: string): JsonProblems {
  const scanner = createScanner(text);
  const inspection: Inspection = { scanner, levels: [], duplicates: [] };
  const { duplicates } = inspection;
  let expected: Expected = "value";
  for (;;) {
    const token = nextToken(scanner);
    const offset = scanner.getTokenOffset();
    const lexical = lexicalError(scanner, token);
    if (lexical !== undefined) return { error: { message: lexical, offset }, duplicates };
    if (token === tokens.end && expected === "end of input") return { duplicates };
    const next: Expected | undefined = transitions[expected](token, inspection);
    if (next === undefined) {
      const message = describeViolation(expected, token, inspection);
      return { error: { message, offset }, duplicates };
    }
    expected = next;
  }
}

function nextToken(scanner: JSONScanner): SyntaxKind {
  let token = scanner.scan();
  while (token === tokens.space || token === tokens.lineBreak) token = scanner.scan();
  return token;
}

/** Each handles a token and returns what is expected next; `undefined` if the token is not allowed. */
const transitions: {
  readonly [state in Expected]: (token: SyntaxKind, inspection: Inspection) => Expected | undefined;
} = {
  value: beginValue,
  "value or ]": (token, inspection) =>
    token === tokens.closeBracket ? closeLevel(inspection) : beginValue(token, inspection),
  key: readKey,
  "key or }": (token, inspection) =>
    token === tokens.closeBrace ? closeLevel(inspection) : readKey(token, inspection),
  ":": (token) => (token === tokens.colon ? "value" : undefined),
  ", or end": continueLevel,
  "end of input": () => undefined,
};

function beginValue(token: SyntaxKind, { levels }: Inspection): Expected | undefined {
  switch (token) {
    case tokens.openBrace:
      levels.push({ keys: new Map(), key: "", index: 0 });
      return "key or }";
    case tokens.openBracket:
      levels.push({ key: "", index: 0 });
      return "value or ]";
    case tokens.string:
    case tokens.number:
    case tokens.true:
    case tokens.false:
    case tokens.null:
      return levels.length === 0 ? "end of input" : ", or end";
    default:
      return undefined;
  }
}

function readKey(
  token: SyntaxKind,
  { scanner, levels, duplicates }: Inspection,
): Expected | undefined {
  const level = levels.at(-1);
  if (token !== tokens.string || level?.keys === undefined) return undefined;
  const key = scanner.getTokenValue();
  const offset = scanner.getTokenOffset();
  level.key = key;
  const first = level.keys.get(key);
  if (first === undefined) level.keys.set(key, offset);
  else if (duplicates.length < maxDuplicates) {
    duplicates.push({ key, path: levels.map(keyOf), first, offset });
  }
  return ":";
}

function continueLevel(token: SyntaxKind, inspection: Inspection): Expected | undefined {
  const level = inspection.levels.at(-1);
  if (token === (level?.keys ? tokens.closeBrace : tokens.closeBracket)) {
    return closeLevel(inspection);
  }
  if (token !== tokens.comma) return undefined;
  if (level) level.index++;
  return level?.keys ? "key" : "value";
}

function closeLevel({ levels }: Inspection): Expected {
  levels.pop();
  return levels.length === 0 ? "end of input" : ", or end";
}

/** By `ScanError` of jsonc-parser. */
const scanErrors: { readonly [error: number]: string } = {
  1: "JSON has no comments",
  2: "The string has no closing quote on its line",
  3: "The number is incomplete",
  4: "\\u needs four hexadecimal digits",
  5: "The string has an invalid escape sequence",
  6: "The string has a control character that must be escaped",
};

function lexicalError(scanner: JSONScanner, token: SyntaxKind): string | undefined {
  const error = scanErrors[scanner.getTokenError()];
  if (error !== undefined) return error;
  const isComment = token === tokens.lineComment || token === tokens.blockComment;
  return isComment ? "JSON has no comments" : undefined;
}

const descriptions: { readonly [state in Expected]: string } = {
  value: "a value",
  "value or ]": 'a value or "]"',
  key: "a key in double quotes",
  "key or }": 'a key in double quotes or "}"',
  ":": "a colon",
  ", or end": "a comma or a closing bracket",
  "end of input": "the end of the input",
};

function describeViolation(expected: Expected, token: SyntaxKind, { levels }: Inspection): string {
  if (token === tokens.end) {
    return `The input ends too early: ${descriptions[expected]} is missing`;
  }
  if (expected === "end of input") return "There is more text after the end of the JSON value";
  if (expected !== ", or end") return `Expected ${descriptions[expected]}`;
  return `Expected a comma or ${levels.at(-1)?.keys ? '"}"' : '"]"'}`;
}

function keyOf(level: Level): string {
  return level.keys ? level.key : String(level.index);
}
