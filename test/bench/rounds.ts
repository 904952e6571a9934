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
 * Returns a function that measures, each time with further starts of the servers.
 *
 * @param measure gets the number of starts before
 */
export function withFurtherStarts<T>(
  starts: number,
  measure: (startsBefore: number) => Promise<T>,
): () => Promise<T> {
  let startsSoFar = 0;
  return () => {
    const startsBefore = startsSoFar;
    startsSoFar += starts;
    return measure(startsBefore);
  };
}
