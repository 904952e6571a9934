/** Patterns of documents and route maps, whose authors and whose texts may both be hostile. */
import { buildAutomaton } from "./automaton.js";
import { backtrackingCost } from "./linearity.js";
import {
  PatternError,
  readPattern,
  type PatternFault,
  type PatternNode,
} from "./pattern-syntax.js";
import { charactersOf, matchesAnywhere } from "./simulate.js";
import type { StepBudget } from "./step-budget.js";

export type { StepBudget } from "./step-budget.js";

export interface LinearPattern {
  /**
   * Tells whether the pattern matches somewhere in a text, in time linear in the text's length, and takes the steps from
   * the budget. Returns undefined when the budget does not suffice; it is 0 or less from then on.
   */
  test(text: string, budget: StepBudget): boolean | undefined;
}

/** Maximum length of a pattern in UTF-16 code units. */
const longest = 20_000;
/** Maximum number of states of a pattern. Each may take a step at each character of a text. */
const mostStates = 2_000;
/** Patterns with more states are not analysed. */
const mostAnalysed = 400;
/** Longer repetitions of one character are analysed as endless ones. */
const mostCopies = 40;

/** Comparisons of characters that the engine's regular expressions make in one step. */
const comparisonsPerStep = 8;

/** Returns undefined for a pattern that is invalid or can't be matched in linear time: it is not enforced. */
export function compilePattern(source: string): LinearPattern | undefined {
  const made = makePattern(source);
  return typeof made === "string" ? undefined : made;
}

/** Returns why a pattern can't be enforced; undefined if it can. */
export function patternFault(source: string): PatternFault | "invalid" | undefined {
  const made = makePattern(source);
  return typeof made === "string" ? made : undefined;
}

function makePattern(source: string): LinearPattern | PatternFault | "invalid" {
  if (source.length > longest) return "too-large";
  const regex = tolerantRegExp(source);
  if (!regex) return "invalid";
  try {
    const tree = readPattern(source, regex.unicode);
    return native(regex, tree) ?? simulated(regex, tree) ?? "too-large";
  } catch (error) {
    if (error instanceof PatternError) return error.fault;
    throw error;
  }
}

/** What it costs to begin a match, whatever the text. */
const matchSteps = 20;

/** Most patterns: the engine's own regular expression, where that takes linear time. */
function native(regex: RegExp, tree: PatternNode): LinearPattern | undefined {
  const limits = { states: mostAnalysed, repeats: mostCopies };
  const automaton = buildAutomaton(tree, regex.flags, limits);
  const cost = automaton && backtrackingCost(automaton);
  if (cost === undefined) return undefined;
  return {
    test(text, budget) {
      budget.left -= 1 + Math.ceil((text.length * cost) / comparisonsPerStep);
      return budget.left > 0 ? regex.test(text) : undefined;
    },
  };
}

function simulated(regex: RegExp, tree: PatternNode): LinearPattern | undefined {
  const automaton = buildAutomaton(tree, regex.flags, { states: mostStates, repeats: Infinity });
  return (
    automaton && {
      test(text, budget) {
        // The text is copied before the first of its characters is looked at, and each match sets out anew.
        budget.left -= matchSteps + (text.length >> 2);
        if (budget.left <= 0) return undefined;
        return matchesAnywhere(automaton, charactersOf(text, regex.unicode), budget);
      },
    }
  );
}

/** Accepts patterns without the `u` flag, too. */
export function tolerantRegExp(source: string): RegExp | undefined {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(source, flags);
    } catch {
      continue;
    }
  }
  return undefined;
}
