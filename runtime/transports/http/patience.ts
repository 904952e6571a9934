import { unref } from "./keep-alive.js";
import { patienceMs } from "./options.js";

/** An answer in the making. */
export interface Waiting {
  /** It is not out after a moment. */
  pending(): void;
  /** It takes longer than clients and proxies like to wait in silence. */
  tookLong(): void;
}

/** Most answers are out by then. */
const momentMs = 20;

/**
 * Watches the answers of an endpoint: most are out at once, and should not pay for what only those need that take longer.
 * A timer or two for all.
 */
export class Patience {
  readonly #fresh = new Set<Waiting>();
  /** Since the last tick, and since the one before. */
  #young = new Set<Waiting>();
  #old = new Set<Waiting>();
  #moment: ReturnType<typeof setTimeout> | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  watch(waiting: Waiting): void {
    this.#fresh.add(waiting);
    if (this.#moment === undefined) this.#moment = unref(setTimeout(this.#endMoment, momentMs));
  }

  /** The answer is out, or given up. */
  forget(waiting: Waiting): void {
    if (this.#fresh.delete(waiting) || this.#young.delete(waiting)) return;
    this.#old.delete(waiting);
  }

  readonly #endMoment = (): void => {
    this.#moment = undefined;
    for (const each of this.#fresh) {
      this.#young.add(each);
      each.pending();
    }
    this.#fresh.clear();
    if (this.#young.size > 0) this.#timer ??= unref(setInterval(this.#tick, patienceMs));
  };

  readonly #tick = (): void => {
    for (const each of this.#old) each.tookLong();
    this.#old = this.#young;
    this.#young = new Set();
    if (this.#old.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  };
}
