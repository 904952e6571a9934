/** Limits of the requests of each caller. Loaded if a server has any. */
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import { callerKey } from "../../session/owner.js";
import type { CallerLimits } from "../types/server-options.js";

/** Limits the memory. With more callers, the one that was silent longest is forgotten. */
const maxCallers = 10_000;

interface Account {
  open: number;
  /** How many requests may come at once. */
  left: number;
  /** When `left` was true, in the time of `performance.now()`. */
  at: number;
}

export class RequestLimits {
  readonly #perMinute: number;
  readonly #concurrent: number;
  /** The caller that was silent longest first. */
  readonly #accounts = new Map<string, Account>();

  constructor({ perMinute = Infinity, concurrent = Infinity }: CallerLimits) {
    this.#perMinute = perMinute;
    this.#concurrent = concurrent;
  }

  /** Does the work of a request. @throws ProtocolError 429 if its caller has too many */
  async run<T>(request: IncomingRequest, work: () => T | Promise<T>): Promise<T> {
    const account = this.#accountOf(request);
    this.#enter(account);
    try {
      return await work();
    } finally {
      account.open--;
    }
  }

  #accountOf({ caller, peer }: IncomingRequest): Account {
    const key = caller ? callerKey(caller) : (peer ?? "");
    const account = this.#accounts.get(key) ?? { open: 0, left: this.#perMinute, at: 0 };
    this.#accounts.delete(key);
    this.#accounts.set(key, account);
    for (const [oldest, { open }] of this.#accounts) {
      if (this.#accounts.size <= maxCallers) break;
      // One that waits for an answer is not silent.
      if (open === 0 && oldest !== key) this.#accounts.delete(oldest);
    }
    return account;
  }

  #enter(account: Account): void {
    if (account.open >= this.#concurrent) throw tooMany("are open", 1);
    if (this.#perMinute !== Infinity) {
      const now = performance.now();
      const regained = ((now - account.at) / 60_000) * this.#perMinute;
      const left = Math.min(this.#perMinute, account.left + regained);
      if (left < 1) throw tooMany("came in a minute", ((1 - left) / this.#perMinute) * 60);
      account.left = left - 1;
      account.at = now;
    }
    account.open++;
  }
}

function tooMany(what: string, seconds: number): ProtocolError {
  const retryAfter = Math.max(1, Math.ceil(seconds));
  return new ProtocolError(
    errorCodes.tooManyRequests,
    `Too many of your requests ${what}. Try again in ${retryAfter} s.`,
    { retryAfter },
  );
}
