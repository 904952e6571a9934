import { LinkedList, type Linked } from "../../net/linked-list.js";
import { SharedTimer } from "../../net/shared-timer.js";

/** Something that ends when its time is over. */
export interface Expiring extends Linked {
  /** By `performance.now()`. */
  readonly dueAt: number;
  expire(): void;
}

/** The time limits of all calls that are under way. */
export class Expiry {
  readonly #running = new LinkedList<Expiring>();
  readonly #timer = new SharedTimer((now) => this.#fire(now));

  add(limit: Expiring): void {
    this.#running.add(limit);
    this.#timer.fireBy(limit.dueAt);
    if (this.#running.size === 1) this.#timer.ref();
  }

  remove(limit: Expiring): void {
    this.#running.remove(limit);
    if (this.#running.size === 0) this.#timer.unref();
  }

  #fire(now: number): number {
    let next = Infinity;
    for (const each of this.#running.all()) {
      if (each.dueAt <= now) each.expire();
      else next = Math.min(next, each.dueAt);
    }
    return next;
  }
}
