/** Reads calls with literal arguments in a Python program, without running it. */

export type PythonValue =
  | string
  | boolean
  | number
  | null
  | readonly PythonValue[]
  | PythonDict
  /** A name, such as `MCPType.TOOL`, or anything else that is no literal. */
  | PythonName;

export interface PythonDict {
  readonly dict: ReadonlyMap<string, PythonValue>;
}

export interface PythonName {
  readonly name: string;
  readonly args?: ReadonlyMap<string, PythonValue>;
}

/** Deeper values are not read, so that a program can't make the reader call itself without end. */
const maxDepth = 50;

/** Returns the arguments of each call of a function, by name or by position. */
export function pythonCalls(
  text: string,
  name: RegExp,
): readonly ReadonlyMap<string, PythonValue>[] {
  const found: ReadonlyMap<string, PythonValue>[] = [];
  const clean = withoutComments(text);
  for (const match of clean.matchAll(
    new RegExp(`(?<![\\w.])(?:[\\w]+\\.)*(?:${name.source})\\s*\\(`, "g"),
  )) {
    found.push(new Reader(clean, match.index + match[0].length).callArguments(0));
  }
  return found;
}

/** Returns the literal that a name is set to at the beginning of a line. */
export function pythonVariable(text: string, name: string): PythonValue | undefined {
  const clean = withoutComments(text);
  const match = new RegExp(`^[ \\t]*${name}\\s*(?::[^=\\n]+)?=(?!=)\\s*`, "m").exec(clean);
  return match ? new Reader(clean, match.index + match[0].length).value(0) : undefined;
}

function withoutComments(text: string): string {
  return text.replace(
    /("""[^]*?"""|'''[^]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|#[^\n]*/g,
    (_, string?: string) => string ?? "",
  );
}

const stringToken =
  /([rRbBuUfF]{0,2})("""[^]*?"""|'''[^]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')/y;
const nameToken = /[A-Za-z_][\w.]*/y;
const numberToken = /-?\d[\d_.]*/y;

class Reader {
  readonly #text: string;
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  /** Reads the arguments of a call, after its opening bracket. */
  callArguments(depth: number): ReadonlyMap<string, PythonValue> {
    const args = new Map<string, PythonValue>();
    while (!this.#takes(")") && this.#at < this.#text.length) {
      const [, key] = this.#match(/(\w+)\s*=(?!=)/y) ?? [];
      args.set(key ?? String(args.size), this.value(depth + 1));
      if (!this.#takes(",")) this.#skipTo(",)");
    }
    return args;
  }

  value(depth: number): PythonValue {
    this.#space();
    if (depth > maxDepth) return { name: "" };
    const open = this.#text[this.#at] ?? "";
    if ("[(".includes(open) && open !== "") return this.#items(open === "[" ? "]" : ")", depth);
    if (open === "{") return this.#braces(depth);
    const string = this.#match(stringToken);
    if (string) return this.#joined(unquoted(string[1] ?? "", string[2] ?? ""));
    const number = this.#match(numberToken);
    if (number) return Number(number[0].replaceAll("_", ""));
    const [name = ""] = this.#match(nameToken) ?? [];
    if (name === "True" || name === "False") return name === "True";
    if (name === "None") return null;
    return this.#takes("(") ? { name, args: this.callArguments(depth + 1) } : { name };
  }

  /** Strings beside each other are one. */
  #joined(first: string): string {
    let whole = first;
    for (;;) {
      this.#space();
      const next = this.#match(stringToken);
      if (!next) return whole;
      whole += unquoted(next[1] ?? "", next[2] ?? "");
    }
  }

  #items(close: string, depth: number): readonly PythonValue[] {
    this.#at++;
    const items: PythonValue[] = [];
    while (!this.#takes(close) && this.#at < this.#text.length) {
      items.push(this.value(depth + 1));
      if (!this.#takes(",")) this.#skipTo(`,${close}`);
    }
    return items;
  }

  /** A set or a dict. */
  #braces(depth: number): PythonValue {
    this.#at++;
    const items: PythonValue[] = [];
    const dict = new Map<string, PythonValue>();
    while (!this.#takes("}") && this.#at < this.#text.length) {
      const item = this.value(depth + 1);
      if (this.#takes(":")) dict.set(String(item), this.value(depth + 1));
      else items.push(item);
      if (!this.#takes(",")) this.#skipTo(",}");
    }
    return items.length > 0 ? items : { dict };
  }

  #space(): void {
    this.#match(/[\s\\]*/y);
  }

  #takes(character: string): boolean {
    this.#space();
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  /** Skips what is no literal, up to a character outside all brackets; a comma is taken. */
  #skipTo(ends: string): void {
    let open = 0;
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at]!;
      if (open === 0 && ends.includes(character)) {
        if (character === ",") this.#at++;
        return;
      }
      if (this.#match(stringToken)) continue;
      if ("([{".includes(character)) open++;
      if (")]}".includes(character)) open--;
      if (open < 0) return;
      this.#at++;
    }
  }

  #match(token: RegExp): RegExpExecArray | undefined {
    if (token !== stringToken && token.source.startsWith("(\\w+)")) this.#space();
    token.lastIndex = this.#at;
    const match = token.exec(this.#text);
    if (!match) return undefined;
    this.#at += match[0].length;
    return match;
  }
}

function unquoted(prefix: string, quotedText: string): string {
  const quotes = /^("""|''')/.test(quotedText) ? 3 : 1;
  const text = quotedText.slice(quotes, -quotes);
  if (/r/i.test(prefix)) return text;
  return text.replace(/\\(.)/gs, (_, character: string) => escapes[character] ?? character);
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\n": "" };
