/** Numbers that the same seed always gives. */
export class Random {
  #state = 2166136261;

  constructor(seed: string) {
    // FNV-1a.
    for (let index = 0; index < seed.length; index++) {
      this.#state = Math.imul(this.#state ^ seed.charCodeAt(index), 16777619) >>> 0;
    }
  }

  /** A whole number of 0 … 2^32 - 1, by mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  chance(share: number): boolean {
    return this.next() < share * 2 ** 32;
  }

  pick<One>(list: readonly One[]): One {
    return list[this.next() % list.length]!;
  }
}
