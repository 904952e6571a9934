const utf8 = new TextDecoder("utf-8", { fatal: true });
/** Replaces a line that is not UTF-8: it is not JSON either. */
const undecodable = "\ufffd";

/** How much of either end of a skipped line is kept. */
const keptOfSkipped = 256;
const nothing: Buffer = Buffer.alloc(0);

export interface LineReceiver {
  line(text: string): void;
  /** A line is longer than the limit. The rest of it is skipped. */
  tooLong(): void;
  /** A skipped line has ended. These are its beginning and its end. */
  skipped?(beginning: string, end: string): void;
  /** A line is not UTF-8. Without this, `line` receives a text that is not JSON. */
  notUtf8?(beginning: string, end: string): void;
}

/** Splits bytes into lines at 0x0A only, and decodes whole lines so that no character is cut. */
export class LineSplitter {
  readonly #limit: number;
  readonly #receiver: LineReceiver;
  #parts: Buffer[] = [];
  #size = 0;
  #skipping = false;
  /** Both ends of the line that is skipped. */
  #beginning = nothing;
  #end = nothing;

  /** @param limit maximum length of a line in bytes; a longer one is reported once and skipped */
  constructor(limit: number, receiver: LineReceiver) {
    this.#limit = limit;
    this.#receiver = receiver;
  }

  push(chunk: Buffer): void {
    let start = 0;
    // One long text is decoded in a fraction of the time that its lines take.
    if (this.#size === 0 && chunk.length <= this.#limit) start = this.#pushWhole(chunk);
    for (;;) {
      const end = chunk.indexOf(0x0a, start);
      if (end === -1) break;
      this.#add(chunk.subarray(start, end));
      this.end();
      start = end + 1;
    }
    if (start < chunk.length) this.#add(chunk.subarray(start));
  }

  /** Takes the whole lines of a chunk. @returns where the rest begins; 0 if it must be taken line by line */
  #pushWhole(chunk: Buffer): number {
    const end = chunk.lastIndexOf(0x0a);
    if (end === -1) return 0;
    const text = decode(chunk.subarray(0, end));
    // Only some of the lines may not be UTF-8.
    if (text === undecodable) return 0;
    let start = 0;
    for (let next = text.indexOf("\n"); next !== -1; next = text.indexOf("\n", start)) {
      this.#tell(text.slice(start, next));
      start = next + 1;
    }
    this.#tell(text.slice(start));
    return end + 1;
  }

  /** Ends the current line, if any. */
  end(): void {
    const parts = this.#parts;
    const skipped = this.#skipping;
    this.#parts = [];
    this.#size = 0;
    this.#skipping = false;
    if (skipped) {
      return this.#receiver.skipped?.(this.#beginning.toString(), this.#end.toString());
    }
    if (parts.length === 0) return;
    const [only] = parts;
    const line = parts.length === 1 && only ? only : Buffer.concat(parts);
    const text = decode(line);
    if (text !== undecodable || !this.#receiver.notUtf8) return this.#tell(text);
    const beginning = line.subarray(0, keptOfSkipped).toString();
    this.#receiver.notUtf8(beginning, line.subarray(-keptOfSkipped).toString());
  }

  #tell(text: string): void {
    if (text.trim() !== "") this.#receiver.line(text);
  }

  #add(part: Buffer): void {
    if (part.length === 0) return;
    if (this.#skipping) return this.#skip(part);
    this.#size += part.length;
    this.#parts.push(part);
    if (this.#size <= this.#limit) return;
    this.#skipping = true;
    this.#beginning = this.#end = nothing;
    for (const each of this.#parts) this.#skip(each);
    this.#parts = [];
    this.#receiver.tooLong();
  }

  #skip(part: Buffer): void {
    const missing = keptOfSkipped - this.#beginning.length;
    if (missing > 0) {
      this.#beginning = Buffer.concat([this.#beginning, part.subarray(0, missing)]);
    }
    const last = part.subarray(-keptOfSkipped);
    this.#end = Buffer.concat([this.#end, last]).subarray(-keptOfSkipped);
  }
}

function decode(line: Buffer): string {
  try {
    return utf8.decode(line);
  } catch {
    return undecodable;
  }
}
