import { unref } from "./keep-alive.js";
import { patienceMs } from "./options.js";

/** An answer in the making. While it is fresh it is a link of a chain: a set would cost a call a tenth of its time. */
export abstract class Waiting {
  previous: Waiting | undefined;
  next: Waiting | undefined;
  isFresh = false;

  /** It is not out after a moment. */
  abstract pending(): void;
  /** It takes longer than clients and proxies like to wait in silence. */
  abstract tookLong(): void;
}

/** Most answers are out by then. */
const momentMs = 20;

/**
 * Watches the answers of an endpoint: most are out at once, and should not pay for what only those need that take longer.
 * A timer or two for all.
 */
export class Patience {
  /** The end of the chain. */
  #lastFresh: Waiting | undefined;
  /** Since the last tick, and since the one before. */
  #young = new Set<Waiting>();
  #old = new Set<Waiting>();
  #moment: ReturnType<typeof setTimeout> | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  watch(waiting: Waiting): void {
    const previous = this.#lastFresh;
    waiting.isFresh = true;
    waiting.previous = previous;
    if (previous) previous.next = waiting;
    this.#lastFresh = waiting;
    if (this.#moment === undefined) this.#moment = unref(setTimeout(this.#endMoment, momentMs));
  }

  /** The answer is out, or given up. */
  forget(waiting: Waiting): void {
    if (waiting.isFresh) this.#unlink(waiting);
    else if (!this.#young.delete(waiting)) this.#old.delete(waiting);
  }

  #unlink(waiting: Waiting): void {
    const { previous, next } = waiting;
    if (previous) previous.next = next;
    if (next) next.previous = previous;
    else this.#lastFresh = previous;
    waiting.isFresh = false;
    waiting.previous = undefined;
    waiting.next = undefined;
  }

  readonly #endMoment = (): void => {
    this.#moment = undefined;
    for (let each = this.#lastFresh; each; each = this.#lastFresh) {
      this.#unlink(each);
      this.#young.add(each);
      each.pending();
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
