/** Remembers keys that may be used only once. Processes that serve the same clients must share one. */
export interface ReplayGuard {
  /**
   * Marks a key as used.
   *
   * @param key of bounded length
   * @param ttlMs how long to remember it, in milliseconds
   * @returns false when the key was used before
   * @throws any error when the guard can't tell: then no key may count as unused
   */
  first(key: string, ttlMs: number): boolean | Promise<boolean>;
}

/**
 * Creates a guard for one process.
 *
 * @param limit maximum number of keys; at the limit `first` throws, because to forget keys would let used ones pass
 */
export function memoryReplayGuard(limit = 200_000): ReplayGuard {
  const until = new Map<string, number>();
  return {
    first(key, ttlMs) {
      const now = Date.now();
      // All keys have the same lifetime, so those at the front of the map expire first.
      for (const [old, end] of until) {
        if (end > now) break;
        until.delete(old);
      }
      if (until.has(key)) return false;
      if (until.size >= limit) throw new Error("The memory of used DPoP proofs is full.");
      until.set(key, now + ttlMs);
      return true;
    },
  };
}
