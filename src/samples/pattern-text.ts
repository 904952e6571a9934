import randexp from "randexp";
import type { Random } from "./random.js";

/** The package's declarations call its class `default`; its code is the class itself. */
const RandExp = randexp as unknown as typeof randexp.default;

/** Steps towards one text: patterns of hostile documents can ask for gigabytes. */
const maxSteps = 10_000;

/**
 * A text that a regular expression may match: look-arounds, boundaries and classes by Unicode property are not
 * followed, so the caller must check it. Undefined when the pattern asks for too much or can't be read.
 *
 * @param longest most repetitions of what may be repeated without end
 */
export function patternText(pattern: string, random: Random, longest: number): string | undefined {
  let steps = 0;
  try {
    const made = new RandExp(pattern);
    made.max = longest;
    made.randInt = (least, most) => {
      const chosen = random.between(least, Math.min(most, least + 100));
      // It may be how often something is repeated.
      steps += Math.max(1, chosen);
      if (steps > maxSteps) throw new RangeError("too long");
      return chosen;
    };
    return made.gen();
  } catch {
    return undefined;
  }
}
