import { unref } from "./keep-alive.js";
import { patienceMs } from "./options.js";

/** An answer in the making. */
export interface Waiting {
  /** True once it is out, or given up. */
  readonly settled: boolean;
  /** It is not out at the end of the turn of the event loop in which the request came. */
  pending(): void;
  /** It takes longer than clients and proxies like to wait in silence. */
  tookLong(): void;
}

/**
 * Watches the answers of an endpoint: most are out in the turn of the event loop that brought their request, and should
 * not pay for what only those need that take longer. One timer for all.
 */
export class Patience {
  #fresh: Waiting[] = [];
  /** Since the last tick, and since the one before. */
  #young = new Set<Waiting>();
  #old = new Set<Waiting>();
  #timer: ReturnType<typeof setInterval> | undefined;

  watch(waiting: Waiting): void {
    if (this.#fresh.push(waiting) === 1) setImmediate(this.#endTurn);
  }

  forget(waiting: Waiting): void {
    if (!this.#young.delete(waiting)) this.#old.delete(waiting);
  }

  readonly #endTurn = (): void => {
    const fresh = this.#fresh;
    this.#fresh = [];
    for (const each of fresh) {
      if (each.settled) continue;
      each.pending();
      this.#young.add(each);
    }
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
