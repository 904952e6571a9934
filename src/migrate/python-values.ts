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
  /** Empty for what can't be read, such as an expression. */
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
  return match ? new Reader(clean, match.index + match[0].length).assigned() : undefined;
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

const unreadable: PythonName = { name: "" };

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
      args.set(key ?? String(args.size), this.#part(",)", depth));
      this.#takes(",");
    }
    return args;
  }

  /** Reads the value of an assignment. */
  assigned(): PythonValue {
    const value = this.value(0);
    const isWhole = /[ \t]*(?:[;\r\n]|$)/y;
    isWhole.lastIndex = this.#at;
    return isWhole.test(this.#text) ? value : unreadable;
  }

  /** Reads a value up to one of these characters. A value that only begins an expression can't be read. */
  #part(ends: string, depth: number): PythonValue {
    const value = this.value(depth + 1);
    this.#space();
    if (ends.includes(this.#text[this.#at] ?? "")) return value;
    this.#skipTo(ends);
    return unreadable;
  }

  value(depth: number): PythonValue {
    this.#space();
    if (depth > maxDepth) return unreadable;
    const open = this.#text[this.#at] ?? "";
    if ("[(".includes(open) && open !== "") return this.#items(open === "[" ? "]" : ")", depth);
    if (open === "{") return this.#braces(depth);
    const string = this.#match(stringToken);
    if (string) return this.#joined(string);
    const number = this.#match(numberToken);
    if (number) return Number(number[0].replaceAll("_", ""));
    const [name = ""] = this.#match(nameToken) ?? [];
    if (name === "True" || name === "False") return name === "True";
    if (name === "None") return null;
    return this.#takes("(") ? { name, args: this.callArguments(depth + 1) } : { name };
  }

  /** Strings beside each other are one. One with values in it has no text of its own. */
  #joined(first: RegExpExecArray): PythonValue {
    const texts: (string | undefined)[] = [];
    let end = this.#at;
    for (let next: RegExpExecArray | undefined = first; next; next = this.#match(stringToken)) {
      texts.push(unquoted(next[1] ?? "", next[2] ?? ""));
      end = this.#at;
      this.#space();
    }
    this.#at = end;
    return texts.includes(undefined) ? unreadable : texts.join("");
  }

  #items(close: string, depth: number): readonly PythonValue[] {
    this.#at++;
    const items: PythonValue[] = [];
    while (!this.#takes(close) && this.#at < this.#text.length) {
      items.push(this.#part(`,${close}`, depth));
      this.#takes(",");
    }
    return items;
  }

  /** A set or a dict. */
  #braces(depth: number): PythonValue {
    this.#at++;
    const items: PythonValue[] = [];
    const dict = new Map<string, PythonValue>();
    while (!this.#takes("}") && this.#at < this.#text.length) {
      const item = this.#part(":,}", depth);
      if (this.#takes(":")) dict.set(String(item), this.#part(",}", depth));
      else items.push(item);
      this.#takes(",");
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

  /** Skips what is no literal, up to a character outside all brackets. */
  #skipTo(ends: string): void {
    let open = 0;
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at]!;
      if (open === 0 && ends.includes(character)) return;
      if (this.#match(stringToken)) continue;
      if ("([{".includes(character)) open++;
      if (")]}".includes(character)) open--;
      // Brackets that don't match are no Python, such as an example in a comment.
      if (open < 0) this.#at = this.#text.length;
      else this.#at++;
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

/** Returns the text of a string; undefined for one that is made of values when it runs. */
function unquoted(prefix: string, quotedText: string): string | undefined {
  const quotes = /^("""|''')/.test(quotedText) ? 3 : 1;
  const text = quotedText.slice(quotes, -quotes);
  if (/f/i.test(prefix) && text.includes("{")) return undefined;
  if (/r/i.test(prefix)) return text;
  // Python keeps the backslash before other characters.
  return text.replace(/\\(.)/gs, (whole, character: string) => escapes[character] ?? whole);
}

const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  "\n": "",
  "\\": "\\",
  "'": "'",
  '"': '"',
};
