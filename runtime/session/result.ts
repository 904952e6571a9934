/** A result as JSON text, or prepared once for many answers. */
export type Result = string | PreparedResult;

/** A result that is sent again and again: a long list is encoded once, not for each answer. */
export class PreparedResult {
  readonly text: string;
  #tail: Uint8Array | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** The result in UTF-8, with the brace that ends the message around it. */
  get tail(): Uint8Array {
    this.#tail ??= new TextEncoder().encode(`${this.text}}`);
    return this.#tail;
  }
}
