import { nearestName } from "../../runtime/contract/nearest-name.js";

/** Returns the candidate that `word` most likely means; `undefined` if none is near enough. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const allowed = Math.max(1, Math.floor(word.length / 3));
  return nearestName(word.slice(0, 64), candidates, allowed);
}

/** Maximum number of names that one collection of problems is compared with. */
const maxComparisons = 200_000;
/** A longer name is not compared. */
const maxLength = 256;

/** Corrects names until it has compared enough: thousands of wrong names among thousands would take minutes. */
export class Suggestions {
  #left = maxComparisons;

  /** Returns the candidate that is nearest to the name, if one is near enough. */
  nearest(name: string, candidates: readonly string[]): string | undefined {
    this.#left -= candidates.length;
    return this.#left < 0 || name.length > maxLength ? undefined : nearestName(name, candidates);
  }
}
