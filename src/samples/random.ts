/** Pseudo-random choices that depend only on the seed, on every machine. */
export class Random {
  #state: number;

  constructor(seed: string) {
    // FNV-1a: similar seeds get very different states.
    let hash = 0x811c9dc5;
    for (let index = 0; index < seed.length; index++) {
      hash = Math.imul(hash ^ seed.charCodeAt(index), 0x01000193);
    }
    this.#state = hash >>> 0;
  }

  /** Returns an integer; both bounds are inclusive. */
  between(least: number, most: number): number {
    return least + Math.floor(this.#next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.#next() < probability;
  }

  /** @param list has at least one element */
  pick<Value>(list: readonly Value[]): Value {
    return list[this.between(0, list.length - 1)]!;
  }

  /** Returns a number of at least 0 and less than 1 (Mulberry32). */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
}
