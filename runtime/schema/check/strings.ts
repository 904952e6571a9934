/** Keywords of strings. @see JSON Schema validation 2020-12, 6.3 */
import { compilePattern, type LinearPattern } from "../patterns/compile-pattern.js";
import { KeywordFault } from "./fault.js";
import { ofKind, type Check, type Keyword, type Node } from "./node-model.js";
import type { Run } from "./run.js";

/** Counts code points, as JSON Schema counts characters, until there are more than `enough`. */
function hasMoreCodePoints(text: string, enough: number, run: Run): boolean {
  if (text.length <= enough) return false;
  // A code point has at most two code units.
  if (text.length > 2 * enough + 1) return true;
  run.spend(text.length >> 4);
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    if ((text.codePointAt(at) as number) > 0xffff) at++;
    if (++count > enough) return true;
  }
  return false;
}

function characters(node: Node, name: string, limit: number, words: string): KeywordFault {
  const message = `must NOT have ${words} than ${limit} characters`;
  return new KeywordFault(node, name, { limit }, message);
}

/** Whether a pattern matches. Spends the steps that it takes. */
export function matches(pattern: LinearPattern, text: string, run: Run): boolean {
  const found = pattern.test(text, run);
  if (found === undefined) run.spend(1);
  return found === true;
}

const compiled = new Map<string, LinearPattern | null>();
const mostCompiled = 1_000;

/** Compiles a pattern once for all schemas. Returns undefined for one that is not enforced. */
export function patternOf(source: string): LinearPattern | undefined {
  let pattern = compiled.get(source);
  if (pattern === undefined) {
    pattern = compilePattern(source) ?? null;
    if (compiled.size >= mostCompiled) compiled.clear();
    compiled.set(source, pattern);
  }
  return pattern ?? undefined;
}

export const stringKeywords: readonly Keyword[] = ofKind("string", [
  {
    name: "maxLength",
    compile(node: Node, stated: unknown): Check {
      const limit = stated as number;
      const fault = characters(node, "maxLength", limit, "more");
      return (value, run) =>
        !hasMoreCodePoints(value as string, limit, run) || run.fails(fault, value);
    },
  },
  {
    name: "minLength",
    compile(node: Node, stated: unknown): Check | undefined {
      const limit = stated as number;
      if (limit <= 0) return undefined;
      const fault = characters(node, "minLength", limit, "fewer");
      return (value, run) =>
        hasMoreCodePoints(value as string, Math.ceil(limit) - 1, run) || run.fails(fault, value);
    },
  },
  {
    name: "pattern",
    compile(node: Node, stated: unknown): Check | undefined {
      const source = stated as string;
      const pattern = patternOf(source);
      if (!pattern) return undefined;
      const message = `must match pattern "${source}"`;
      const fault = new KeywordFault(node, "pattern", { pattern: source }, message);
      return (value, run) => matches(pattern, value as string, run) || run.fails(fault, value);
    },
  },
]);
