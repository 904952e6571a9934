import type { Secret } from "../redactor.js";

/** An access token, as it was got. */
export interface Token {
  readonly value: string;
  /** Milliseconds since 1970; absent: nobody said. */
  readonly expiresAt?: number;
  readonly refreshToken?: string;
  /** What was sent to get it, and itself. */
  readonly secrets: readonly Secret[];
}

/** A token that was got because the one before was refused is not replaced again for so long. */
const patienceMs = 30_000;

/** Keeps a token for as long as it is good, and gets another once for all who wait. */
export class TokenCache {
  readonly #get: (before: Token | undefined) => Promise<Token>;
  #token: Token | undefined;
  #pending: Promise<Token> | undefined;
  #replacedAt = -Infinity;

  /** @param get gets a token; it knows the one before, which may hold what renews it */
  constructor(get: (before: Token | undefined) => Promise<Token>) {
    this.#get = get;
  }

  /** A token that is good by what is known of it. A failure is for those who wait; whoever comes next tries again. */
  current(): Token | Promise<Token> {
    const token = this.#token;
    if (token !== undefined && (token.expiresAt ?? Infinity) > Date.now()) return token;
    return this.#fetch();
  }

  /**
   * Another token than one that the API refused.
   *
   * @returns undefined when that one was itself got a moment ago because another was refused: the token is not at fault
   */
  async replace(refused: Token): Promise<Token | undefined> {
    if (this.#pending) return this.#pending;
    if (this.#token !== undefined && this.#token !== refused) return this.#token;
    const now = performance.now();
    if (now - this.#replacedAt < patienceMs) return undefined;
    this.#replacedAt = now;
    return this.#fetch();
  }

  #fetch(): Promise<Token> {
    return (this.#pending ??= this.#get(this.#token)
      .then((token) => (this.#token = token))
      .finally(() => (this.#pending = undefined)));
  }
}
