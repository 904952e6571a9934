/**
 * The tokens of an encoding in one file, which is used as it is. The encoder of gpt-tokenizer makes a map of 200,000 texts when it
 * loads, which takes longer than reading most documents.
 *
 * The file has the number of slots; the slots; and the tokens by rank, each as one byte for its length and its bytes. Numbers are
 * 32 bits, little endian. A slot holds where a token begins in the file, or 0. A token is in the slot of its hash, or in the next
 * free one after it.
 */

const numberBytes = 4;
const maxLength = 255;

/**
 * Returns the file of tokens.
 *
 * @param tokens by rank; as text, or as bytes that are no text
 * @throws Error for a token that is empty or has more than 255 bytes
 */
export function encodeTokens(tokens: readonly (string | readonly number[])[]): Buffer {
  // At most four fifths of the slots are taken. With more slots searches would be shorter, and the package larger.
  const slots = 2 ** Math.ceil(Math.log2(tokens.length * 1.25 + 1));
  const head = Buffer.alloc((1 + slots) * numberBytes);
  head.writeUInt32LE(slots);
  const parts: Uint8Array[] = [];
  let place = head.length;
  for (const token of tokens) {
    const bytes = Buffer.from(token as string);
    if (bytes.length === 0 || bytes.length > maxLength) {
      throw new Error(`A token has ${bytes.length} bytes.`);
    }
    let slot = hashOf(bytes, 0, bytes.length) % slots;
    while (head.readUInt32LE((1 + slot) * numberBytes) !== 0) slot = (slot + 1) % slots;
    head.writeUInt32LE(place, (1 + slot) * numberBytes);
    parts.push(Buffer.of(bytes.length), bytes);
    place += 1 + bytes.length;
  }
  return Buffer.concat([head, ...parts]);
}

/** Finds tokens by their bytes. */
export class TokenTable {
  readonly #file: Buffer;
  readonly #slots: number;

  /** @param file of `encodeTokens` */
  constructor(file: Buffer) {
    this.#file = file;
    this.#slots = file.readUInt32LE();
  }

  /**
   * Finds the token that the bytes from `start` to before `end` are.
   *
   * @returns a number by which tokens are in the order of their ranks; -1 if the bytes are no token
   */
  orderOf(bytes: Uint8Array, start: number, end: number): number {
    let slot = hashOf(bytes, start, end) % this.#slots;
    for (;;) {
      const place = this.#file.readUInt32LE((1 + slot) * numberBytes);
      if (place === 0) return -1;
      if (this.#isAt(place, bytes, start, end)) return place;
      slot = (slot + 1) % this.#slots;
    }
  }

  #isAt(place: number, bytes: Uint8Array, start: number, end: number): boolean {
    if (this.#file[place] !== end - start) return false;
    for (let index = start; index < end; index++) {
      if (this.#file[place + 1 + index - start] !== bytes[index]) return false;
    }
    return true;
  }
}

/** @see FNV-1a */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let index = start; index < end; index++) {
    hash = Math.imul(hash ^ (bytes[index] as number), 0x01000193);
  }
  // The lower bits alone would not tell short texts apart.
  return (hash ^ (hash >>> 15)) >>> 0;
}
