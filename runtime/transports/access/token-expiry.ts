import type { Caller } from "../../session/caller.js";

/** Longer waits overflow a timer. */
const longestTimerMs = 0x7fff_ffff;

/** The end of a channel that outlives the request which opened it: it must not outlive the access token as well. */
export class TokenExpiry {
  readonly #onExpired: () => void;
  #expiresAtMs: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(caller: Caller | undefined, onExpired: () => void) {
    this.#onExpired = onExpired;
    this.#expiresAtMs = expiryMs(caller);
    this.#wait();
  }

  /** The same caller has shown a token again. */
  renew(caller: Caller | undefined): void {
    this.#expiresAtMs = Math.max(this.#expiresAtMs, expiryMs(caller));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #wait(): void {
    if (this.#expiresAtMs === Infinity) return;
    const leftMs = this.#expiresAtMs - Date.now();
    const timer = setTimeout(
      () => {
        if (Date.now() < this.#expiresAtMs) this.#wait();
        else this.#onExpired();
      },
      Math.min(Math.max(leftMs, 0), longestTimerMs),
    );
    // Where timers are numbers, as on the web, nothing waits for them.
    if (typeof timer === "object") timer.unref();
    this.#timer = timer;
  }
}

function expiryMs(caller: Caller | undefined): number {
  return caller?.expiresAt === undefined ? Infinity : caller.expiresAt * 1000;
}
