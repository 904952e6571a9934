/** The longest delay a timer supports; a longer one would fire at once. */
export const longestTimer = 2 ** 31 - 1;

/** Something that ends at a time of `performance.now()`. */
export interface Timed {
  readonly endsAt: number;
  expire(): void;
}

/** Expires what has the same duration by one timer for all, because most of it is over long before. */
export class Lane {
  /** In the order in which they expire. */
  readonly #waiting = new Set<Timed>();
  #timer: NodeJS.Timeout | undefined;

  add(timed: Timed, durationMs: number): void {
    this.#waiting.add(timed);
    if (this.#timer === undefined) this.#arm(durationMs);
    else if (this.#waiting.size === 1) this.#timer.ref();
  }

  remove(timed: Timed): void {
    // A timer that nothing waits for must not keep the process.
    if (this.#waiting.delete(timed) && this.#waiting.size === 0) this.#timer?.unref();
  }

  #arm(ms: number): void {
    this.#timer = setTimeout(this.#look, Math.min(Math.ceil(ms), longestTimer));
  }

  readonly #look = (): void => {
    this.#timer = undefined;
    const now = performance.now();
    for (const timed of this.#waiting) {
      if (timed.endsAt > now) return this.#arm(timed.endsAt - now);
      this.#waiting.delete(timed);
      timed.expire();
    }
  };
}

/** One for each time limit, of which servers have few. */
const lanes = new Map<number, Lane>();

/** Returns what expires everything with this duration. */
export function laneOf(durationMs: number): Lane {
  let lane = lanes.get(durationMs);
  if (!lane) lanes.set(durationMs, (lane = new Lane()));
  return lane;
}
