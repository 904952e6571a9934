/** No timer can wait longer: about 25 days. With more, Node calls the function at once. */
export const longestTimerMs = 2 ** 31 - 1;

/**
 * Starts the timer of a time limit.
 *
 * @param ms the limit; `Infinity` for none
 * @param onOver called when the time is over
 * @returns undefined for a limit that no timer can wait for
 */
export function startTimeLimit(
  ms: number,
  onOver: () => void,
): ReturnType<typeof setTimeout> | undefined {
  return ms > longestTimerMs ? undefined : setTimeout(onOver, ms);
}

/** Returns the milliseconds of `AbortSignal.timeout`, which refuses fractions and times that no timer can wait for. */
export function signalMs(ms: number): number {
  return Math.min(Math.ceil(ms), longestTimerMs);
}
