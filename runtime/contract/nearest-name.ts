/**
 * Returns the candidate with the fewest edits from `name`, ignoring case; `undefined` when none is near enough.
 *
 * @param allowed - maximum number of edits; by default one per three characters, at most three
 */
export function nearestName(
  name: string,
  candidates: Iterable<string>,
  allowed: number = Math.min(3, Math.floor(name.length / 3)),
): string | undefined {
  const lower = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = allowed + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const distance = editDistance(lower, candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Returns the Levenshtein distance, or `limit` if that is smaller. */
function editDistance(left: string, right: string, limit: number): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    let smallest = row;
    for (let column = 1; column <= right.length; column++) {
      const substituted =
        (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      const inserted = (current[column - 1] ?? 0) + 1;
      const deleted = (previous[column] ?? 0) + 1;
      const cost = Math.min(substituted, inserted, deleted);
      current.push(cost);
      smallest = Math.min(smallest, cost);
    }
    if (smallest >= limit) return limit;
    previous = current;
  }
  return Math.min(previous[right.length] ?? limit, limit);
}
