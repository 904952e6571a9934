import { unref } from "../../protocol/unref.js";

/** A pending answer. While fresh it is in a linked list: a set would cost a call a tenth of its time. */
export abstract class Waiting {
  previous: Waiting | undefined;
  next: Waiting | undefined;
  isFresh = false;

  /** Called when the answer is not sent after a moment. */
  abstract pending(): void;
  /** Called when the answer takes longer than clients and proxies wait in silence. */
  abstract tookLong(): void;
}

/** Most answers are sent within this time. */
const momentMs = 20;

/**
 * Watches the pending answers of an endpoint with one or two timers for all. Most answers are sent at once and should
 * not pay for timers that only slow ones need.
 */
export class Patience {
  /** The end of the list. */
  #lastFresh: Waiting | undefined;
  readonly #patienceMs: number;
  /** Added since the last tick, and before it. */
  #young = new Set<Waiting>();
  #old = new Set<Waiting>();
  #moment: ReturnType<typeof setTimeout> | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param patienceMs the least time until an answer took long; the longest is twice as much */
  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  watch(waiting: Waiting): void {
    const previous = this.#lastFresh;
    waiting.isFresh = true;
    waiting.previous = previous;
    if (previous) previous.next = waiting;
    this.#lastFresh = waiting;
    if (this.#moment === undefined) this.#moment = unref(setTimeout(this.#endMoment, momentMs));
  }

  /** Called when the answer is sent or abandoned. */
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
    if (this.#young.size > 0) this.#timer ??= unref(setInterval(this.#tick, this.#patienceMs));
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
