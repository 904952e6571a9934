import { O200K_TOKEN_SPLIT_REGEX as pieces } from "gpt-tokenizer/encodingParams/constants";
import type { TokenTable } from "./token-table.js";

/** Number of pieces whose counts are kept: lists of tools repeat most words. */
const maxKnown = 100_000;

/** Counts tokens by byte pair encoding. Special tokens, such as `<|endoftext|>`, are plain text. */
export class TokenCounter {
  readonly #table: TokenTable;
  readonly #known = new Map<string, number>();

  constructor(table: TokenTable) {
    this.#table = table;
  }

  /** The time that it takes grows with the square of the longest piece, such as a word, that the encoding does not split. */
  count(text: string): number {
    let tokens = 0;
    for (const [piece] of text.matchAll(pieces)) tokens += this.#ofPiece(piece);
    return tokens;
  }

  #ofPiece(piece: string): number {
    const known = this.#known.get(piece);
    if (known !== undefined) return known;
    const bytes = Buffer.from(piece);
    const isToken = this.#table.orderOf(bytes, 0, bytes.length) !== -1;
    const tokens = isToken ? 1 : this.#merge(bytes);
    if (this.#known.size < maxKnown) this.#known.set(piece, tokens);
    return tokens;
  }

  /**
   * Joins the neighbours whose token has the lowest rank, the first of equal ones, until no neighbours are a token. Returns how many
   * parts are left.
   */
  #merge(bytes: Uint8Array): number {
    // Where each part begins, and where the last one ends.
    const starts = Array.from({ length: bytes.length + 1 }, (_, index) => index);
    const orderAt = (index: number): number => {
      const end = starts[index + 2];
      const order =
        end === undefined ? -1 : this.#table.orderOf(bytes, starts[index] as number, end);
      return order === -1 ? Infinity : order;
    };
    // Of each part joined with the next one.
    const orders = starts.map((_, index) => orderAt(index));
    for (;;) {
      let lowest = 0;
      for (let index = 1; index < orders.length; index++) {
        if ((orders[index] as number) < (orders[lowest] as number)) lowest = index;
      }
      if (orders[lowest] === Infinity) return starts.length - 1;
      starts.splice(lowest + 1, 1);
      orders.splice(lowest + 1, 1);
      orders[lowest] = orderAt(lowest);
      if (lowest > 0) orders[lowest - 1] = orderAt(lowest - 1);
    }
  }
}
