/** A hundred years: as good as for ever, and a number that every store can add to the time of day. */
const longest = 100 * 365 * 86_400_000;

/**
 * A time to live as the stores count it: whole milliseconds, 0 for what is over at once. Undefined stays undefined, which
 * is for ever.
 */
export function lifetime(ttlMs: number): number;
export function lifetime(ttlMs: number | undefined): number | undefined;
export function lifetime(ttlMs: number | undefined): number | undefined {
  if (ttlMs === undefined) return undefined;
  return ttlMs > 0 ? Math.ceil(Math.min(ttlMs, longest)) : 0;
}
