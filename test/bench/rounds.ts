/** Returns the rounds of two measurements, those of each server in order. */
export function joined<Name, Round>(
  earlier: ReadonlyMap<Name, readonly Round[]>,
  later: ReadonlyMap<Name, readonly Round[]>,
): ReadonlyMap<Name, readonly Round[]> {
  const all = new Map(earlier);
  for (const [name, rounds] of later) all.set(name, [...(all.get(name) ?? []), ...rounds]);
  return all;
}

/**
 * How many times as many starts a further measurement has. Two starts of one program differ by more than the distance of some
 * figures from their target, so that as many again would leave much to chance.
 */
const furtherTimes = 3;

/**
 * Returns a function that measures, each time with further starts of the servers.
 *
 * @param starts of the first measurement
 * @param measure gets the number of starts before, and that of its own
 */
export function withFurtherStarts<T>(
  starts: number,
  measure: (startsBefore: number, starts: number) => Promise<T>,
): () => Promise<T> {
  let startsSoFar = 0;
  return () => {
    const startsBefore = startsSoFar;
    const own = startsBefore === 0 ? starts : furtherTimes * starts;
    startsSoFar += own;
    return measure(startsBefore, own);
  };
}
