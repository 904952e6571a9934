import type { Log } from "../../protocol/log.js";

const mostInPeriod = 5;
const periodMs = 60_000;

/** Warnings about what a server sends, of which a broken or hostile one could cause any number. */
export class RareWarnings {
  readonly #log: Log;
  #periodEnd = 0;
  #count = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  warn(message: string): void {
    const now = performance.now();
    if (now >= this.#periodEnd) {
      this.#periodEnd = now + periodMs;
      this.#count = 0;
    }
    this.#count++;
    if (this.#count > mostInPeriod) return;
    const isLast = this.#count === mostInPeriod;
    this.#log.warn(isLast ? `${message} Others within a minute are not reported.` : message);
  }
}
