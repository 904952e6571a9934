import {
  compilePattern,
  type LinearPattern,
} from "../../runtime/schema/patterns/compile-pattern.js";

/** What one text may cost, in steps of the pattern. */
const steps = 500_000;

/** Maximum number of patterns that are kept compiled. */
const mostKept = 500;

const compiled = new Map<string, LinearPattern | undefined>();

/** Tells whether a pattern matches a text; undefined if the pattern is not enforced. */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  if (!compiled.has(pattern)) {
    if (compiled.size >= mostKept) compiled.clear();
    compiled.set(pattern, compilePattern(pattern));
  }
  const found = compiled.get(pattern);
  // A check that does not end within its steps will not end within the server's either.
  return found && (found.test(text, { left: steps }) ?? false);
}
