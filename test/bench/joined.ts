/** Returns the rounds of two measurements, those of each server in order. */
export function joined<Name, Round>(
  earlier: ReadonlyMap<Name, readonly Round[]>,
  later: ReadonlyMap<Name, readonly Round[]>,
): ReadonlyMap<Name, readonly Round[]> {
  const all = new Map(earlier);
  for (const [name, rounds] of later) all.set(name, [...(all.get(name) ?? []), ...rounds]);
  return all;
}
