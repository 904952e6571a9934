/** A result as JSON text, or one that is too long to be joined and encoded for each response. */
export type Result = string | LongResult;

export interface LongResult {
  readonly text: string;
  /** The result and the brace that closes the message, as text or UTF-8. */
  readonly closedParts: readonly (string | Uint8Array)[];
}

/** A result that is sent many times, such as a long list: it is encoded only once. */
export class PreparedResult implements LongResult {
  readonly text: string;
  #closedParts: readonly Uint8Array[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get closedParts(): readonly Uint8Array[] {
    this.#closedParts ??= [new TextEncoder().encode(`${this.text}}`)];
    return this.#closedParts;
  }
}

/** A result whose parts are sent one after another: to join them would copy them. */
export class ResultInParts implements LongResult {
  readonly #parts: readonly string[];

  constructor(parts: readonly string[]) {
    this.#parts = parts;
  }

  get text(): string {
    return this.#parts.join("");
  }

  get closedParts(): readonly string[] {
    return [...this.#parts, "}"];
  }
}
