import { nearestName } from "../load/nearest.js";

/** The candidate that `word` most likely means, or undefined when none is near enough to suggest. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const allowed = Math.max(1, Math.floor(word.length / 3));
  return nearestName(word.slice(0, 64), candidates, allowed);
}
