/** A hundred years: practically for ever, and small enough that every store can add it to the current time. */
const longest = 100 * 365 * 86_400_000;

/**
 * Converts a time to live to what the stores use: whole milliseconds, where 0 means expired. Undefined, which means for
 * ever, stays undefined.
 */
export function lifetime(ttlMs: number): number;
export function lifetime(ttlMs: number | undefined): number | undefined;
export function lifetime(ttlMs: number | undefined): number | undefined {
  if (ttlMs === undefined) return undefined;
  return ttlMs > 0 ? Math.ceil(Math.min(ttlMs, longest)) : 0;
}
