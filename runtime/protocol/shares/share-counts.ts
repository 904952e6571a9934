import { anonymousShare } from "./anonymous-share.js";

/** Returns how many of `limit` things one share may have: a tenth, but callers without a token may have all. */
export function limitOf(share: string, limit: number): number {
  return share === anonymousShare ? limit : Math.ceil(limit / 10);
}

/** Counts what callers hold at a time, so that none of them can hold all. */
export class ShareCounts {
  readonly #limit: number;
  readonly #counts = new Map<string, number>();

  /** @param limit of all callers together */
  constructor(limit: number) {
    this.#limit = limit;
  }

  hasRoom(share: string): boolean {
    return (this.#counts.get(share) ?? 0) < limitOf(share, this.#limit);
  }

  /** @returns frees the place; further calls have no effect */
  enter(share: string): () => void {
    this.#counts.set(share, (this.#counts.get(share) ?? 0) + 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const remaining = (this.#counts.get(share) ?? 1) - 1;
      if (remaining === 0) this.#counts.delete(share);
      else this.#counts.set(share, remaining);
    };
  }
}
