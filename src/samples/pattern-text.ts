import randexp from "randexp";
import type { Random } from "./random.js";

/** The package's types declare the class as `default`, but the module exports the class itself. */
const RandExp = randexp as unknown as typeof randexp.default;

/** Maximum steps for one text: a pattern of a hostile document could describe gigabytes. */
const maxSteps = 10_000;

/** Maximum length of a pattern, because each step may write all of it. */
const maxLength = 1_000;

/**
 * Returns a text that a regular expression probably matches. Look-arounds, boundaries and Unicode property classes are
 * ignored, so the caller must check it. Returns undefined if the pattern is invalid or describes too long a text.
 *
 * @param longest maximum count for an unbounded quantifier
 */
export function patternText(pattern: string, random: Random, longest: number): string | undefined {
  if (pattern.length > maxLength) return undefined;
  let steps = 0;
  try {
    const made = new RandExp(pattern);
    made.max = longest;
    made.randInt = (least, most) => {
      const chosen = random.between(least, Math.min(most, least + 100));
      // The chosen number may be a repetition count.
      steps += Math.max(1, chosen);
      if (steps > maxSteps) throw new RangeError("too long");
      return chosen;
    };
    return made.gen();
  } catch {
    return undefined;
  }
}
