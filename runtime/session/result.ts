/** A result as JSON text, or encoded once for many responses. */
export type Result = string | PreparedResult;

/** A result that is sent many times, such as a long list: it is encoded only once. */
export class PreparedResult {
  readonly text: string;
  #tail: Uint8Array | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** The result in UTF-8, followed by the brace that closes the message. */
  get tail(): Uint8Array {
    this.#tail ??= new TextEncoder().encode(`${this.text}}`);
    return this.#tail;
  }
}
