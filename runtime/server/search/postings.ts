/** Which words each operation has, in arrays of numbers: there are hundreds of thousands of pairs. */

/** Places where an operation has words. */
export const place = {
  path: 0,
  label: 1,
  name: 2,
  tag: 3,
  parameter: 4,
  text: 5,
  argument: 6,
} as const;

/** How well a word describes an operation by its place, from 0 to 1. */
const strengths = [1, 1, 0.8, 0.75, 0.6, 0.45, 0.4] as const;

/** Returns the operation of a posting. */
export function operationOf(posting: number): number {
  return posting >>> 3;
}

/** Returns how well a posting's word describes its operation, from 0 to 1. */
export function strengthOf(posting: number): number {
  return strengths[posting & 7] ?? 0;
}

/** Collects pairs of a term and an operation. Terms and operations are numbers from 0. */
export class PostingsWriter {
  /** Alternately a term and a posting. */
  #pairs = new Int32Array(1 << 14);
  #used = 0;
  /** The operation that each term was added to last, plus one. */
  #last = new Int32Array(1 << 12);

  /** Adds terms to an operation. Of several places of a term, the first counts. Operations come in ascending order. */
  add(terms: readonly number[], operation: number, at: number): void {
    const needed = this.#used + 2 * terms.length;
    if (needed > this.#pairs.length) this.#pairs = grown(this.#pairs, needed);
    for (const term of terms) {
      if (term >= this.#last.length) this.#last = grown(this.#last, term + 1);
      if (this.#last[term] === operation + 1) continue;
      this.#last[term] = operation + 1;
      this.#pairs[this.#used++] = term;
      this.#pairs[this.#used++] = operation * 8 + at;
    }
  }

  /** Returns the postings of each term: the operations that have it, ascending, each with the place of the term. */
  end(terms: number): readonly Int32Array[] {
    const counts = new Int32Array(terms);
    for (let at = 0; at < this.#used; at += 2) counts[this.#pairs[at] as number]!++;
    const lists = Array.from(counts, (count) => new Int32Array(count));
    counts.fill(0);
    for (let at = 0; at < this.#used; at += 2) {
      const term = this.#pairs[at] as number;
      (lists[term] as Int32Array)[counts[term]!++] = this.#pairs[at + 1] as number;
    }
    return lists;
  }
}

function grown(array: Int32Array, needed: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(needed, 2 * array.length));
  larger.set(array);
  return larger;
}
