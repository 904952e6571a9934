/**
 * Reads ECMAScript patterns into trees. The reader relies on the engine having accepted the pattern, and so checks nothing
 * that the engine has checked. Names and numbers of groups are dropped: without backreferences they have no effect on
 * whether a pattern matches.
 *
 * @see ECMA-262 section 22.2.1, and annex B.1.2 for patterns without the `u` flag
 */

export type PatternNode =
  | { readonly kind: "character"; /** One character, escape or class. */ readonly text: string }
  | { readonly kind: "edge"; readonly at: Edge }
  | {
      readonly kind: "look";
      readonly behind: boolean;
      readonly negative: boolean;
      readonly body: PatternNode;
    }
  | { readonly kind: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly parts: readonly PatternNode[] }
  | {
      readonly kind: "repeat";
      readonly body: PatternNode;
      readonly least: number;
      readonly most: number;
    };

export type Edge = "start" | "end" | "word" | "no-word";

/** Why a valid pattern can't be matched in linear time. */
export type PatternFault = "backreference" | "too-large" | "unknown-syntax";

export class PatternError extends Error {
  readonly fault: PatternFault;

  constructor(fault: PatternFault) {
    super(fault);
    this.fault = fault;
  }
}

/** Groups nested deeper than this are refused, because the code that follows them is recursive. */
const deepest = 250;

const edges: Readonly<Record<string, Edge>> = {
  "^": "start",
  $: "end",
  "\\b": "word",
  "\\B": "no-word",
};

/** Tokens of patterns with the `u` flag, where a pair of surrogates is one character. */
const unicodeTokens = tokens(
  String.raw`\\u\{[\da-fA-F]+\}|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\[pP]\{[^}]*\}`,
  "u",
);
const legacyTokens = tokens(String.raw`\\c(?![a-zA-Z])`, "");

function tokens(special: string, flags: string): RegExp {
  const escape = String.raw`\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[a-zA-Z]|\\k<[^>]*>|\\[1-9]\d*|\\[^]`;
  const group = String.raw`\(\?(?:[:=!]|<[=!]|<[^>]*>)|\(\?|[()|]`;
  const quantifier = String.raw`(?:[*+?]|\{\d+(?:,\d*)?\})\??`;
  return new RegExp(
    `${special}|${escape}|\\[(?:\\\\[^]|[^\\]\\\\])*\\]|${group}|${quantifier}|[^]`,
    `y${flags}`,
  );
}

/**
 * @param unicode whether the pattern is meant with the `u` flag
 * @throws PatternError for a backreference and for what this reader does not know
 */
export function readPattern(source: string, unicode: boolean): PatternNode {
  return new PatternReader(source, unicode).read();
}

class PatternReader {
  readonly #source: string;
  readonly #tokens: RegExp;
  #token: string | undefined;
  #depth = 0;

  constructor(source: string, unicode: boolean) {
    this.#source = source;
    this.#tokens = new RegExp(unicode ? unicodeTokens : legacyTokens);
    this.#advance();
  }

  read(): PatternNode {
    const node = this.#choice();
    if (this.#token !== undefined) throw new PatternError("unknown-syntax");
    return node;
  }

  #advance(): void {
    this.#token = this.#tokens.exec(this.#source)?.[0];
  }

  #choice(): PatternNode {
    const parts = [this.#sequence()];
    while (this.#token === "|") {
      this.#advance();
      parts.push(this.#sequence());
    }
    return parts.length === 1 ? parts[0]! : { kind: "choice", parts };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#token !== undefined && this.#token !== "|" && this.#token !== ")") {
      parts.push(this.#repeated(this.#atom(this.#token)));
    }
    return parts.length === 1 ? parts[0]! : { kind: "sequence", parts };
  }

  #repeated(body: PatternNode): PatternNode {
    const [, sign, least, comma, most] =
      /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??$/.exec(this.#token ?? "") ?? [];
    if (sign === undefined && least === undefined) return body;
    this.#advance();
    if (sign !== undefined) {
      return {
        kind: "repeat",
        body,
        least: sign === "+" ? 1 : 0,
        most: sign === "?" ? 1 : Infinity,
      };
    }
    const highest = comma === "" ? Number(least) : most === "" ? Infinity : Number(most);
    return { kind: "repeat", body, least: Number(least), most: highest };
  }

  #atom(token: string): PatternNode {
    if (token.startsWith("(")) return this.#group(token);
    this.#advance();
    const at = edges[token];
    if (at !== undefined) return { kind: "edge", at };
    if (/^\\(?:k|[1-9])/.test(token)) throw new PatternError("backreference");
    if (/^\\c(?![a-zA-Z])/.test(token) || /^[*+?]/.test(token)) {
      throw new PatternError("unknown-syntax");
    }
    return { kind: "character", text: token };
  }

  #group(token: string): PatternNode {
    if (token === "(?") throw new PatternError("unknown-syntax");
    if (++this.#depth > deepest) throw new PatternError("too-large");
    this.#advance();
    const body = this.#choice();
    if (this.#token !== ")") throw new PatternError("unknown-syntax");
    this.#advance();
    this.#depth--;
    const [, behind, sign] = /^\(\?(<?)([=!])$/.exec(token) ?? [];
    if (sign === undefined) return body;
    return { kind: "look", behind: behind === "<", negative: sign === "!", body };
  }
}
