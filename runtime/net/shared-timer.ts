import { longestTimerMs } from "../protocol/limits/time-limit.js";
import { ref, unref } from "../protocol/unref.js";

/** One timer for many time limits, most of which are never reached: a timer for each would cost more than its use. */
export class SharedTimer<T extends { readonly dueAt: number }> {
  readonly #all: () => readonly T[];
  readonly #due: (each: T) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #firesAt = Infinity;
  #madeBy: unknown;

  /**
   * @param all returns what is waiting, each with the time at which it is due, by `performance.now()`
   * @param due ends what is due
   */
  constructor(all: () => readonly T[], due: (each: T) => void) {
    this.#all = all;
    this.#due = due;
  }

  /** Fires at the given time, or earlier. */
  fireBy(time: number): void {
    // A test that replaces the clock stops the timers of the one before, or takes its own with it.
    if (time < this.#firesAt || this.#madeBy !== setTimeout) {
      this.#schedule(Math.min(time, this.#firesAt));
    }
  }

  /** Keeps the process alive, which must not end while something waits. */
  ref(): void {
    ref(this.#timer);
  }

  /** Lets the process end. */
  unref(): void {
    unref(this.#timer);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#firesAt = Infinity;
  }

  #schedule(time: number): void {
    this.close();
    if (time === Infinity) return;
    this.#firesAt = time;
    this.#madeBy = setTimeout;
    const wait = Math.min(longestTimerMs, Math.max(1, Math.ceil(time - performance.now())));
    this.#timer = setTimeout(() => this.#onTimer(), wait);
  }

  #onTimer(): void {
    this.close();
    const now = performance.now();
    let next = Infinity;
    for (const each of this.#all()) {
      if (each.dueAt <= now) this.#due(each);
      else if (each.dueAt < next) next = each.dueAt;
    }
    // What was ended may have begun something else, which has set the timer.
    if (next < this.#firesAt) this.#schedule(next);
  }
}
