/** The shortest and the longest pause between attempts, in milliseconds. */
export interface PauseRange {
  readonly firstMs: number;
  readonly mostMs: number;
}

/**
 * Returns the pause before another attempt: it doubles with each, and has a random part, so that clients that lost the same
 * server do not return at once.
 *
 * @param count the attempts before, from 0
 */
export function growingPause({ firstMs, mostMs }: PauseRange, count: number): number {
  return Math.min(mostMs, firstMs * 2 ** count) * (0.5 + Math.random() / 2);
}
