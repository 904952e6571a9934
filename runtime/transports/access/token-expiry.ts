import type { Caller } from "../../session/caller.js";
import { longestTimerMs } from "../../protocol/limits/time-limit.js";
import { unref } from "../../protocol/unref.js";

/** Ends a channel, which outlives the request that opened it, when the access token expires. */
export class TokenExpiry {
  readonly #onExpired: () => void;
  #expiresAtMs: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(caller: Caller | undefined, onExpired: () => void) {
    this.#onExpired = onExpired;
    this.#expiresAtMs = expiryMs(caller);
    this.#wait();
  }

  /** Extends the lifetime when the same caller presents a token again. */
  renew(caller: Caller | undefined): void {
    this.#expiresAtMs = Math.max(this.#expiresAtMs, expiryMs(caller));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #wait(): void {
    if (this.#expiresAtMs === Infinity) return;
    const leftMs = this.#expiresAtMs - Date.now();
    this.#timer = unref(
      setTimeout(
        () => {
          if (Date.now() < this.#expiresAtMs) this.#wait();
          else this.#onExpired();
        },
        Math.min(Math.max(leftMs, 0), longestTimerMs),
      ),
    );
  }
}

function expiryMs(caller: Caller | undefined): number {
  return caller?.expiresAt === undefined ? Infinity : caller.expiresAt * 1000;
}
