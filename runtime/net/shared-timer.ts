import { ref, unref } from "../protocol/unref.js";

/** No timer of Node can wait longer. */
export const longestTimerMs = 2 ** 31 - 1;

/** One timer for many time limits, most of which are never reached: a timer for each would cost more than its use. */
export class SharedTimer {
  readonly #fire: (now: number) => number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #firesAt = Infinity;
  #madeBy: unknown;

  /** @param fire ends what is due, and returns when the next is, by `performance.now()`; Infinity if nothing is waiting */
  constructor(fire: (now: number) => number) {
    this.#fire = fire;
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
    const next = this.#fire(performance.now());
    // What was ended may have begun something else, which has set the timer.
    if (next < this.#firesAt) this.#schedule(next);
  }
}
