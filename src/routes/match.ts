import { isDeepStrictEqual } from "node:util";
import type { Operation } from "../operations/model.js";
import type { Match } from "./route-map.js";
import { runWithTimeout } from "../../runtime/contract/run-with-timeout.js";

/** Time limit of a rule's patterns, ample for a sensible pattern on thousands of paths. */
const patternBudgetMs = 2000;

/**
 * Evaluates the conditions of a rule for each operation.
 *
 * @returns one result per operation, or undefined if the rule's patterns exceed the time limit on these paths
 */
export function matchOperations(
  match: Match,
  operations: readonly Operation[],
): readonly boolean[] | undefined {
  const cheap = operations.map((operation) => holdsWithoutPatterns(match, operation));
  if (!match.path && !match.pathRegex && !match.operationId) return cheap;
  return runWithTimeout(patternBudgetMs, () =>
    operations.map((operation, index) => cheap[index] === true && patternsHold(match, operation)),
  )?.value;
}

function holdsWithoutPatterns(match: Match, operation: Operation): boolean {
  const { method, tag, deprecated, extension } = match;
  return (
    (!method || method.includes(operation.method)) &&
    (!tag || tag.some((name) => operation.tags.includes(name))) &&
    (deprecated === undefined || deprecated === operation.deprecated) &&
    (!extension || extension.every(([name, value]) => hasExtension(operation, name, value)))
  );
}

function hasExtension(operation: Operation, name: string, value: unknown): boolean {
  if (!Object.hasOwn(operation.extensions, name)) return false;
  const actual = operation.extensions[name];
  return value === undefined ? actual !== false : isDeepStrictEqual(actual, value);
}

function patternsHold(match: Match, { path, operationId }: Operation): boolean {
  if (match.path && !match.path.some(({ glob, regex }) => glob === path || regex.test(path))) {
    return false;
  }
  if (match.pathRegex && !match.pathRegex.test(path)) return false;
  return (
    !match.operationId ||
    (operationId !== undefined && match.operationId.some((regex) => regex.test(operationId)))
  );
}
