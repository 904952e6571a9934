import { nearestName } from "../../../runtime/contract/nearest-name.js";

/** Returns the candidate that was most likely meant. Two letters may be in each other's place. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const allowed = Math.max(word.length > 3 ? 2 : 1, Math.floor(word.length / 3));
  return nearestName(word.slice(0, 64), candidates, allowed);
}
