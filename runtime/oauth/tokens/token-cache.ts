import type { Secret } from "../../protocol/text/redactor.js";

/** An access token. */
export interface Token {
  readonly value: string;
  /** Milliseconds since 1970; absent: unknown. */
  readonly expiresAt?: number;
  readonly refreshToken?: string;
  /** The token and the secrets that were sent to get it. */
  readonly secrets: readonly Secret[];
}

/** A token that replaced a refused one is not replaced again within this time. */
const patienceMs = 30_000;

/** Keeps a token until it expires; concurrent callers share one request for the next. */
export class TokenCache {
  readonly #get: (before: Token | undefined) => Promise<Token>;
  #token: Token | undefined;
  #pending: Promise<Token> | undefined;
  #replacedAt = -Infinity;

  /** @param get gets a token; the previous one may hold a refresh token */
  constructor(get: (before: Token | undefined) => Promise<Token>) {
    this.#get = get;
  }

  /** Returns a token that has not expired. A failure rejects all waiting callers; the next call tries again. */
  current(): Token | Promise<Token> {
    const token = this.#token;
    if (token !== undefined && (token.expiresAt ?? Infinity) > Date.now()) return token;
    return this.#fetch();
  }

  /**
   * Returns another token than the one that the API refused.
   *
   * @returns undefined if the refused token had itself just replaced another, so the token is not the cause
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
