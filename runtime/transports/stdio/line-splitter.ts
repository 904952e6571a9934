const utf8 = new TextDecoder("utf-8", { fatal: true });
/** Replaces a line that is not UTF-8: it is not JSON either. */
const undecodable = "\ufffd";

/** Splits bytes into lines at 0x0A only, and decodes whole lines so that no character is cut. */
export class LineSplitter {
  readonly #limit: number;
  readonly #receiver: { line(text: string): void; tooLong(): void };
  #parts: Buffer[] = [];
  #size = 0;
  #skipping = false;

  /** @param limit maximum length of a line in bytes; a longer one is reported once and skipped */
  constructor(limit: number, receiver: { line(text: string): void; tooLong(): void }) {
    this.#limit = limit;
    this.#receiver = receiver;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(0x0a, start);
      if (end === -1) break;
      this.#add(chunk.subarray(start, end));
      this.end();
      start = end + 1;
    }
    if (start < chunk.length) this.#add(chunk.subarray(start));
  }

  /** Ends the current line, if any. */
  end(): void {
    const parts = this.#parts;
    const skipped = this.#skipping;
    this.#parts = [];
    this.#size = 0;
    this.#skipping = false;
    if (skipped || parts.length === 0) return;
    const [only] = parts;
    const line = parts.length === 1 && only ? only : Buffer.concat(parts);
    const text = decode(line);
    if (text.trim() !== "") this.#receiver.line(text);
  }

  #add(part: Buffer): void {
    if (this.#skipping || part.length === 0) return;
    this.#size += part.length;
    if (this.#size > this.#limit) {
      this.#skipping = true;
      this.#parts = [];
      this.#receiver.tooLong();
      return;
    }
    this.#parts.push(part);
  }
}

function decode(line: Buffer): string {
  try {
    return utf8.decode(line);
  } catch {
    return undecodable;
  }
}
