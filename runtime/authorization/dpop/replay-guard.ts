/** Remembers what may be used only once. Several processes that serve the same clients need one between them. */
export interface ReplayGuard {
  /**
   * Uses a key up.
   *
   * @param key of bounded length
   * @param ttlMs how long it must be remembered
   * @returns false when it was used before
   * @throws any error when it can't be told: then nothing may be taken for fresh
   */
  first(key: string, ttlMs: number): boolean | Promise<boolean>;
}

/**
 * A guard for one process.
 *
 * @param limit how many keys are remembered. When there is no room nothing is fresh any more: to forget would be to
 *   let used ones pass.
 */
export function memoryReplayGuard(limit = 200_000): ReplayGuard {
  const until = new Map<string, number>();
  return {
    first(key, ttlMs) {
      const now = Date.now();
      // All are kept for the same time, so those at the front of the map expire first.
      for (const [old, end] of until) {
        if (end > now) break;
        until.delete(old);
      }
      if (until.has(key)) return false;
      if (until.size >= limit) throw new Error("Too many proofs of possession to remember.");
      until.set(key, now + ttlMs);
      return true;
    },
  };
}
