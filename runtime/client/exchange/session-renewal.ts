/** Begins a new session when the server has lost the one before. @see MCP 2025-11-25, Transports, Session Management */
export class SessionRenewal {
  #renew: (() => Promise<void>) | undefined;
  #renewing: Promise<void> | undefined;
  /** The session is lost, and no new one has begun. */
  #isLost = false;
  readonly #restore: (() => Promise<void>)[] = [];
  readonly #failed: (error: unknown) => void;

  /** @param failed called with the error of what can't be restored */
  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  /** Whether a new session can be begun. */
  get isPossible(): boolean {
    return this.#renew !== undefined;
  }

  /** Whether a new session must begin before anything is sent. If that failed before, it is tried again. */
  get isDue(): boolean {
    return this.#isLost;
  }

  /** Says how to begin a new session. */
  by(renew: () => Promise<void>): void {
    this.#renew = renew;
  }

  /** Called when a new session has begun, to restore what the server knew of the lost one. */
  andRestore(restore: () => Promise<void>): void {
    this.#restore.push(restore);
  }

  /** Resolves when a new session has begun. All who need one wait for the same. */
  begin(): Promise<void> {
    return (this.#renewing ??= this.#begin());
  }

  async #begin(): Promise<void> {
    this.#isLost = true;
    try {
      await this.#renew?.();
      this.#isLost = false;
    } finally {
      this.#renewing = undefined;
    }
    // Not awaited by the requests: what cannot be restored must not keep them.
    for (const restore of this.#restore) restore().catch(this.#failed);
  }
}
