import { LinkedList, type Linked } from "../../net/linked-list.js";
import { runsInNode } from "../../net/platform.js";
import { SharedTimer } from "../../net/shared-timer.js";
import { longestTimerMs } from "../../protocol/limits/time-limit.js";

/** Something that ends when its time is over. */
export interface Expiring extends Linked {
  /** By `performance.now()`. */
  readonly dueAt: number;
  expire(): void;
}

/** The time limits of all calls that are under way. */
export interface Expiry {
  add(limit: Expiring): void;
  remove(limit: Expiring): void;
}

export class WithSharedTimer implements Expiry {
  readonly #running = new LinkedList<Expiring>();
  readonly #timer = new SharedTimer<Expiring>(
    () => this.#running.all(),
    (limit) => {
      this.#running.remove(limit);
      limit.expire();
    },
  );

  add(limit: Expiring): void {
    this.#running.add(limit);
    this.#timer.fireBy(limit.dueAt);
    if (this.#running.size === 1) this.#timer.ref();
  }

  remove(limit: Expiring): void {
    this.#running.remove(limit);
    if (this.#running.size === 0) this.#timer.unref();
  }
}

export class WithOwnTimers implements Expiry {
  readonly #timers = new WeakMap<Expiring, ReturnType<typeof setTimeout>>();

  add(limit: Expiring): void {
    const wait = Math.min(limit.dueAt - performance.now(), longestTimerMs);
    this.#timers.set(
      limit,
      setTimeout(() => limit.expire(), wait),
    );
  }

  remove(limit: Expiring): void {
    clearTimeout(this.#timers.get(limit));
  }
}

/** Workers end the timers of a request with it, and let nothing work for another. */
export const expiry: Expiry = runsInNode() ? new WithSharedTimer() : new WithOwnTimers();
