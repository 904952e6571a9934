import { nearestName } from "../../runtime/contract/nearest-name.js";

/** Returns the candidate that `word` most likely means; `undefined` if none is near enough. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const allowed = Math.max(1, Math.floor(word.length / 3));
  return nearestName(word.slice(0, 64), candidates, allowed);
}
