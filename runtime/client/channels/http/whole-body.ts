const decoder = new TextDecoder();

/** Collects a body. Most come in one piece, and are decoded at once. */
export class WholeBody {
  #first: Uint8Array | undefined;
  #rest: InstanceType<typeof TextDecoder> | undefined;
  #text = "";
  size = 0;

  add(bytes: Uint8Array): void {
    this.size += bytes.length;
    if (this.#first === undefined) {
      this.#first = bytes;
      return;
    }
    if (!this.#rest) {
      this.#rest = new TextDecoder();
      this.#text = this.#rest.decode(this.#first, { stream: true });
    }
    this.#text += this.#rest.decode(bytes, { stream: true });
  }

  text(): string {
    if (this.#rest) return this.#text + this.#rest.decode();
    return this.#first ? decoder.decode(this.#first) : "";
  }
}
