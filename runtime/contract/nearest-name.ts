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

/** Returns the Levenshtein distance, or `limit` if that is smaller. Computes only the cells that may be below the limit. */
function editDistance(left: string, right: string, limit: number): number {
  const width = right.length;
  let previous = Array.from({ length: width + 1 }, (_, index) => index);
  let current = [...previous];
  for (let row = 1; row <= left.length; row++) {
    const first = Math.max(1, row - limit);
    const last = Math.min(width, row + limit);
    current[first - 1] = first === 1 ? row : limit;
    let smallest = current[first - 1]!;
    for (let column = first; column <= last; column++) {
      const substituted = previous[column - 1]! + (left[row - 1] === right[column - 1] ? 0 : 1);
      const deleted = (column < row + limit ? previous[column]! : limit) + 1;
      const cost = Math.min(substituted, current[column - 1]! + 1, deleted);
      current[column] = cost;
      if (cost < smallest) smallest = cost;
    }
    if (smallest >= limit) return limit;
    [previous, current] = [current, previous];
  }
  return Math.min(previous[width]!, limit);
}
