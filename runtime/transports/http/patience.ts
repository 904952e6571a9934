import { unref } from "../../protocol/unref.js";
import { Linked, LinkedList } from "../../net/linked-list.js";

/** A pending answer. */
export abstract class Waiting extends Linked {
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
  /** Added within the last moment. */
  readonly #fresh = new LinkedList<Waiting>();
  readonly #patienceMs: number;
  /** Older than a moment: since the last tick, and before it. */
  #young = new LinkedList<Waiting>();
  #old = new LinkedList<Waiting>();
  #moment: ReturnType<typeof setTimeout> | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param patienceMs the least time until an answer took long; the longest is twice as much */
  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  watch(waiting: Waiting): void {
    this.#fresh.add(waiting);
    if (this.#moment === undefined) this.#moment = unref(setTimeout(this.#endMoment, momentMs));
  }

  /** Called when the answer is sent or abandoned. */
  forget(waiting: Waiting): void {
    waiting.list?.remove(waiting);
  }

  readonly #endMoment = (): void => {
    this.#moment = undefined;
    for (let each = this.#fresh.last; each; each = this.#fresh.last) {
      this.#fresh.remove(each);
      this.#young.add(each);
      each.pending();
    }
    if (this.#young.size > 0) this.#timer ??= unref(setInterval(this.#tick, this.#patienceMs));
  };

  readonly #tick = (): void => {
    for (const each of this.#old.all()) each.tookLong();
    this.#old = this.#young;
    this.#young = new LinkedList();
    if (this.#old.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  };
}
