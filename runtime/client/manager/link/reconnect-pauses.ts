import type { RetryOptions } from "../../client-options.js";
import { growingPause } from "../../growing-pause.js";

const defaults = { attempts: 5, firstMs: 500, mostMs: 30_000 };

/**
 * Counts the attempts to connect again. The count begins anew only after a connection that lasted as long as the longest
 * pause, so that a server that accepts each connection and then breaks it is given up as well.
 */
export class ReconnectPauses {
  readonly #options: Required<RetryOptions>;
  #attempts = 0;
  #connectedAt = Number.NaN;

  constructor(options: number | false | RetryOptions | undefined) {
    const given = typeof options === "object" ? options : {};
    const attempts = options === false ? 0 : typeof options === "number" ? options : undefined;
    this.#options = { ...defaults, ...given, ...(attempts !== undefined && { attempts }) };
    for (const [name, value] of Object.entries(this.#options)) {
      if (Number.isFinite(value) && value >= 0) continue;
      throw new TypeError(`"reconnect.${name}" must be a number from 0 up, not ${String(value)}.`);
    }
  }

  connected(): void {
    this.#connectedAt = performance.now();
  }

  /** Called when a connection broke. */
  broke(): void {
    if (performance.now() - this.#connectedAt >= this.#options.mostMs) this.#attempts = 0;
  }

  /** Begins anew, because the user asks for a connection. */
  reset(): void {
    this.#attempts = 0;
  }

  /** Returns the number of the next attempt and the pause before it, or undefined if there were enough. */
  next(): { readonly attempt: number; readonly delayMs: number } | undefined {
    if (this.#attempts >= this.#options.attempts) return undefined;
    const delayMs = Math.round(growingPause(this.#options, this.#attempts));
    return { attempt: ++this.#attempts, delayMs };
  }
}
