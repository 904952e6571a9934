import { SharedTimer } from "../../net/shared-timer.js";

/** Something that ends when its time is over, and a link of the list that it is in until then. */
export interface Expiring {
  /** By `performance.now()`. */
  readonly dueAt: number;
  expire(): void;
  previous: Expiring | undefined;
  next: Expiring | undefined;
}

/**
 * The time limits of all calls. Their list links them directly, because V8 keeps a table of a `Set` that has aged, with all
 * that it held, until the next full collection.
 */
export class Expiry {
  #first: Expiring | undefined;
  readonly #timer = new SharedTimer((now) => this.#fire(now));

  add(limit: Expiring): void {
    const second = this.#first;
    this.#first = limit;
    limit.next = second;
    this.#timer.fireBy(limit.dueAt);
    if (second) second.previous = limit;
    else this.#timer.ref();
  }

  /** @param limit one that was added, and not removed since */
  remove(limit: Expiring): void {
    const { previous, next } = limit;
    if (previous) previous.next = next;
    else this.#first = next;
    if (next) next.previous = previous;
    limit.previous = undefined;
    limit.next = undefined;
    if (!this.#first) this.#timer.unref();
  }

  #fire(now: number): number {
    const due: Expiring[] = [];
    let next = Infinity;
    for (let each = this.#first; each; each = each.next) {
      if (each.dueAt <= now) due.push(each);
      else next = Math.min(next, each.dueAt);
    }
    for (const each of due) each.expire();
    return next;
  }
}
