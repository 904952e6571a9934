import { createHash } from "node:crypto";

/** What a byte of UTF-8 begins. Bytes beyond ASCII belong to words. */
const kinds = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)) return 0;
  return byte >= 0x80 || /[\w$]/.test(String.fromCharCode(byte)) ? 1 : 2;
});
const [space, word] = [0, 1];

const [lineFeed, quote, apostrophe, backtick] = [0x0a, 0x22, 0x27, 0x60];
const [backslash, slash, star] = [0x5c, 0x2f, 0x2a];
const [comma, semicolon, colon, question, bar] = [0x2c, 0x3b, 0x3a, 0x3f, 0x7c];
const [zero, nine] = [0x30, 0x39];

/** A union that is broken into lines begins with a bar after one of these. */
const beforeUnion: ReadonlySet<number> = new Set(Buffer.from("=:(<[{?"));

/** A property's name that needs no quotes. */
const propertyName = /^"(?:[A-Za-z_$][\w$]*|\d+)"$/;

/** Bytes that are hashed at a time. */
const chunk = 64 << 10;

/**
 * Returns the SHA-256 of JavaScript or TypeScript without what formatters change: spaces and line breaks, kinds of quotes,
 * optional quotes, commas and semicolons. What is hashed is one token a line: a comment, a string, a template literal
 * without nested ones, a word or number, or one character. A regular expression is read as characters, which is enough to
 * compare two texts.
 */
export function codeMeaning(code: string): string {
  return new MeaningReader(code).read();
}

/** Reads bytes, because a run reads all that it writes: matching tokens in texts takes seven times as long. */
class MeaningReader {
  readonly #in: Buffer;
  readonly #hash = createHash("sha256");
  /** The next byte to read. */
  #at = 0;
  /** What is not hashed yet. */
  #out: Buffer;
  #length = 0;
  /** Where the last token begins in `#out`; negative before the first. */
  #last = -1;

  constructor(code: string) {
    this.#in = Buffer.from(code);
    this.#out = Buffer.allocUnsafe(Math.min(2 * (this.#in.length + 1), 2 * chunk));
  }

  read(): string {
    const code = this.#in;
    while (this.#at < code.length) {
      const byte = code[this.#at]!;
      const kind = kinds[byte];
      if (kind === space) this.#at += 1;
      else if (kind === word) this.#readWord(byte);
      else this.#readOther(byte);
    }
    return this.#hash.update(this.#out.subarray(0, this.#length)).digest("hex");
  }

  #readWord(first: number): void {
    const code = this.#in;
    let end = this.#at + 1;
    while (end < code.length && kinds[code[end]!] === word) end += 1;
    const isNumber = first >= zero && first <= nine;
    const start = this.#at;
    this.#at = end;
    if (isNumber) return this.#token(code.toString("utf8", start, end).toLowerCase());
    this.#begin(end - start);
    this.#copy(start, end);
  }

  #readOther(byte: number): void {
    switch (byte) {
      case comma:
      case semicolon:
        this.#at += 1;
        return;
      case quote:
      case apostrophe:
        this.#readString(byte);
        return;
      case backtick:
        this.#readTemplate();
        return;
      case slash:
        this.#readSlash();
        return;
      case colon:
      case question:
        this.#dropQuotes();
        break;
      case bar:
        if (this.#isBeforeUnion()) {
          this.#at += 1;
          return;
        }
    }
    this.#readCharacter();
  }

  #readCharacter(): void {
    this.#begin(1);
    this.#out[this.#length] = this.#in[this.#at]!;
    this.#length += 1;
    this.#at += 1;
  }

  /** Reads a string, or a quote that ends none. */
  #readString(mark: number): void {
    const end = this.#endOf(mark, true);
    const start = this.#at + 1;
    this.#at = end ?? start;
    this.#begin((end ?? start) - start + 2);
    this.#out[this.#length++] = quote;
    if (end !== undefined) this.#copyUnescaped(start, end - 1);
    this.#out[this.#length++] = quote;
  }

  #readTemplate(): void {
    const end = this.#endOf(backtick, false);
    if (end === undefined) return this.#readCharacter();
    this.#begin(end - this.#at);
    this.#copy(this.#at, end);
    this.#at = end;
  }

  /** Returns where the literal ends that begins here; undefined if nothing ends it. */
  #endOf(mark: number, onOneLine: boolean): number | undefined {
    const code = this.#in;
    for (let at = this.#at + 1; at < code.length; at += 1) {
      const byte = code[at];
      if (byte === mark) return at + 1;
      if (byte === backslash) at += 1;
      else if (byte === lineFeed && onOneLine) return undefined;
    }
    return undefined;
  }

  #readSlash(): void {
    const code = this.#in;
    const next = code[this.#at + 1];
    if (next !== slash && next !== star) return this.#readCharacter();
    const found = next === slash ? code.indexOf(lineFeed, this.#at) : this.#endOfBlock();
    if (found < 0 && next === star) return this.#readCharacter();
    const end = found < 0 ? code.length : found;
    const meaning = commentMeaning(code.toString("utf8", this.#at, end));
    this.#at = end;
    if (meaning !== undefined) this.#token(meaning);
  }

  #endOfBlock(): number {
    const found = this.#in.indexOf("*/", this.#at + 2, "latin1");
    return found < 0 ? found : found + 2;
  }

  /** A property may have quotes or none. */
  #dropQuotes(): void {
    const { length } = this.#lastToken;
    if (length < 3 || this.#out[this.#last] !== quote) return;
    if (!propertyName.test(this.#lastToken.toString("latin1"))) return;
    this.#out.copyWithin(this.#last, this.#last + 1, this.#length - 1);
    this.#length -= 2;
  }

  #isBeforeUnion(): boolean {
    if (this.#last < 0) return true;
    return this.#length - this.#last === 1 && beforeUnion.has(this.#out[this.#last]!);
  }

  get #lastToken(): Buffer {
    return this.#last < 0 ? this.#out.subarray(0, 0) : this.#out.subarray(this.#last, this.#length);
  }

  /** Begins a token of at most `size` bytes. */
  #begin(size: number): void {
    if (this.#length + size >= this.#out.length) this.#makeRoom(size);
    if (this.#last >= 0) this.#out[this.#length++] = lineFeed;
    this.#last = this.#length;
  }

  /** Hashes what is complete: all but the last token, which the next one may change. */
  #makeRoom(size: number): void {
    const kept = this.#lastToken;
    this.#hash.update(this.#out.subarray(0, this.#length - kept.length));
    const needed = kept.length + size;
    const room = needed < this.#out.length ? this.#out : Buffer.allocUnsafe(needed + chunk);
    kept.copy(room);
    this.#out = room;
    this.#length = kept.length;
    if (this.#last >= 0) this.#last = 0;
  }

  #token(text: string): void {
    this.#begin(3 * text.length);
    this.#length += this.#out.write(text, this.#length);
  }

  #copy(start: number, end: number): void {
    const [from, to] = [this.#in, this.#out];
    let length = this.#length;
    for (let at = start; at < end; at += 1) to[length++] = from[at]!;
    this.#length = length;
  }

  /** Copies the inside of a string; which quotes it needs to escape depends on those around it. */
  #copyUnescaped(start: number, end: number): void {
    const [from, to] = [this.#in, this.#out];
    let length = this.#length;
    for (let at = start; at < end; at += 1) {
      const next = from[at + 1];
      const isEscape = from[at] === backslash && at + 1 < end;
      if (isEscape && (next === quote || next === apostrophe)) at += 1;
      to[length++] = from[at]!;
    }
    this.#length = length;
  }
}

/** Linters remove directives that they find unused. */
function commentMeaning(text: string): string | undefined {
  const words = text
    .replace(/^\/[/*]+|\*\/$/g, "")
    .replace(/^\s*\*(?!\/)/gm, " ")
    .replace(/\s+/g, " ")
    .trim();
  return /^eslint[- ]/.test(words) ? undefined : `//${words}`;
}
