/**
 * Hands on what has arrived when all that arrived with it on other connections is read, in order. What is then written goes out
 * in one go: to read and write in turn costs up to a fifth more, because a write may wake its reader. One callback for all is
 * cheaper than one for each.
 */
export class Arrivals<T> {
  readonly #take: (arrived: T) => void;
  #waiting: T[] = [];

  constructor(take: (arrived: T) => void) {
    this.#take = take;
  }

  add(arrived: T): void {
    if (this.#waiting.push(arrived) === 1) setImmediate(this.#takeAll);
  }

  readonly #takeAll = (): void => {
    const all = this.#waiting;
    this.#waiting = [];
    let next = 0;
    try {
      while (next < all.length) this.#take(all[next++]!);
    } finally {
      // What follows one that throws must not be lost, where the process outlives it.
      for (; next < all.length; next += 1) this.add(all[next]!);
    }
  };
}
