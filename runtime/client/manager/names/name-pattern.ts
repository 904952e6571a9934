/** Names with wildcards: `*` stands for any characters, also none; `\*`, `\:` and `\\` for the character itself. */
export class NamePattern {
  /** The texts between the wildcards: one if there is none. */
  readonly #pieces: readonly string[];

  private constructor(pieces: readonly string[]) {
    this.#pieces = pieces;
  }

  /** A pattern that is met by this name alone, whatever its characters. */
  static exact(name: string): NamePattern {
    return new NamePattern([name]);
  }

  /** @throws TypeError if the text ends with a single backslash */
  static parse(text: string): NamePattern {
    const pieces = [""];
    for (let at = 0; at < text.length; at++) {
      const character = text[at]!;
      if (character === "*") pieces.push("");
      else if (character !== "\\") pieces[pieces.length - 1] += character;
      else if (++at < text.length) pieces[pieces.length - 1] += text[at]!;
      else throw new TypeError(`"${text}" ends with a backslash: write \\\\ for the character.`);
    }
    return new NamePattern(pieces);
  }

  /** Whether the name meets the pattern. Takes time in proportion to the lengths of both, never more. */
  matches(name: string): boolean {
    const pieces = this.#pieces;
    const first = pieces[0]!;
    if (pieces.length === 1) return name === first;
    const last = pieces[pieces.length - 1]!;
    if (name.length < first.length + last.length) return false;
    if (!name.startsWith(first) || !name.endsWith(last)) return false;
    const end = name.length - last.length;
    let from = first.length;
    for (let each = 1; each < pieces.length - 1; each++) {
      const found = name.indexOf(pieces[each]!, from);
      if (found < 0) return false;
      from = found + pieces[each]!.length;
    }
    return from <= end;
  }

  /** Whether each name that meets the other pattern meets this one. May say no where the answer is yes. */
  covers(other: NamePattern): boolean {
    if (other.#pieces.length === 1) return this.matches(other.#pieces[0]!);
    // The other's wildcards become a character that only a wildcard of this pattern can meet.
    if (this.#pieces.some((piece) => piece.includes(anything))) return false;
    return this.#pieces.length > 1 && this.matches(other.#pieces.join(anything));
  }

  /** The text that `parse` reads as this pattern. */
  toText(colons: "escaped" | "bare" = "escaped"): string {
    return this.#pieces.map((piece) => escapeName(piece, colons)).join("*");
  }
}

const anything = "\0";

/** Writes a name so that it stands for itself in a pattern, and between colons unless these stay bare. */
export function escapeName(name: string, colons: "escaped" | "bare" = "escaped"): string {
  return name.replace(colons === "bare" ? /[\\*]/g : /[\\*:]/g, "\\$&");
}
