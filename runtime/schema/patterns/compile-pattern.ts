/** Patterns of documents and route maps, whose authors and whose texts may both be hostile. */

/** What a check may still spend. One step is about one comparison of a character or a value. */
export interface StepBudget {
  left: number;
}

export interface LinearPattern {
  /**
   * Tells whether the pattern matches somewhere in a text, in time linear in the text's length, and takes the steps from
   * the budget. Returns undefined when the budget does not suffice; it is 0 or less from then on.
   */
  test(text: string, budget: StepBudget): boolean | undefined;
}

/** Returns undefined for a pattern that is invalid or can't be matched in linear time: it is not enforced. */
export function compilePattern(source: string): LinearPattern | undefined {
  const regex = tolerantRegExp(source);
  return (
    regex && {
      test(text, budget) {
        budget.left -= 1 + (text.length >> 4);
        return budget.left > 0 ? regex.test(text) : undefined;
      },
    }
  );
}

/** Accepts patterns without the `u` flag, too. */
function tolerantRegExp(source: string): RegExp | undefined {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(source, flags);
    } catch {
      continue;
    }
  }
  return undefined;
}
