/** The characters that one part of a pattern accepts, as the engine's regular expressions say. */

export const asciiSize = 128;

const ascii = String.fromCharCode(...Array.from({ length: asciiSize }, (_, code) => code));

/** Classes and escapes that may accept characters beyond ASCII. It is wrong only in saying yes too often. */
const mayExceedAscii = /^\.|^\[\^|[^\0-\x7f]|\\[sSDWpPuxc]/;

export class CharacterSet {
  /** 1 for each ASCII character that is accepted. */
  readonly ascii: Uint8Array = new Uint8Array(asciiSize);
  /** False if no character beyond ASCII is accepted. */
  readonly beyondAscii: boolean;
  readonly #text: string;
  readonly #flags: string;
  #regex: RegExp | undefined;

  /** @param text one character, escape or class */
  constructor(text: string, flags: string) {
    this.#text = text;
    this.#flags = flags;
    this.beyondAscii = mayExceedAscii.test(text);
    if (/^[\w ]$/.test(text)) this.ascii[text.charCodeAt(0)] = 1;
    else
      for (const { index } of ascii.matchAll(new RegExp(text, `g${flags}`))) this.ascii[index] = 1;
  }

  /** @param code a code point, or a code unit without the `u` flag */
  has(code: number): boolean {
    if (code < asciiSize) return this.ascii[code] === 1;
    if (!this.beyondAscii) return false;
    this.#regex ??= new RegExp(`^(?:${this.#text})$`, this.#flags);
    return this.#regex.test(String.fromCodePoint(code));
  }
}
