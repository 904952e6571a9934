/** Applies JMESPath to responses. Loaded, with the library, when first used. */
import { compile, TreeInterpreter, type JSONValue } from "@jmespath-community/jmespath";
import { isObject } from "../../protocol/json.js";
import { ToolError } from "../../protocol/tool-error.js";
import { runWithTimeout } from "../../contract/run-with-timeout.js";

/** Ample for a reasonable expression on the largest response. */
const budgetMs = 2000;

/** Maximum length of the selected JSON, in characters: an expression may repeat its input without end. */
const maxLength = 10 * 1024 * 1024;

const compiled = new Map<string, ReturnType<typeof compile>>();

/**
 * Evaluates a JMESPath expression on a JSON value.
 *
 * @throws ToolError when that takes too long, the selection is too large, or the expression fails on the value
 * @see https://jmespath.site
 */
export function selectFrom(expression: string, data: unknown): unknown {
  let query = compiled.get(expression);
  if (query === undefined) compiled.set(expression, (query = compile(expression)));
  const parsed = query;
  const selected = inTime(
    () => TreeInterpreter.search(parsed, withoutInherited(data) as JSONValue) as unknown,
  );
  if (lengthLeft(selected, maxLength) < 0) {
    throw new ToolError(
      `The call succeeded, but the result of \`select\` is larger than ${maxLength} characters.`,
    );
  }
  return selected;
}

/** Limits the time of `work`, because expressions may be untrusted and some take exponential time. */
function inTime(work: () => unknown): unknown {
  try {
    const done = runWithTimeout(budgetMs, work);
    if (done) return done.value;
  } catch (error) {
    throw failed(`failed on its response: ${(error as Error).message}`);
  }
  throw failed(`took longer than ${budgetMs} ms on its response`);
}

function failed(reason: string): ToolError {
  return new ToolError(`The call succeeded, but \`select\` ${reason}.`);
}

/** Copies a value with null prototypes, because the library also finds inherited members. */
function withoutInherited(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutInherited);
  if (!isObject(value)) return value;
  const bare = Object.create(null) as Record<string, unknown>;
  for (const [name, inner] of Object.entries(value)) bare[name] = withoutInherited(inner);
  return bare;
}

/** Subtracts a lower bound of the value's JSON length from `limit`; stops once that is negative. */
function lengthLeft(value: unknown, limit: number): number {
  if (typeof value === "string") return limit - value.length;
  if (Array.isArray(value)) {
    let left = limit - 1;
    for (const item of value) if ((left = lengthLeft(item, left)) < 0) break;
    return left;
  }
  if (!isObject(value)) return limit - 1;
  let left = limit - 1;
  for (const [name, item] of Object.entries(value)) {
    if ((left = lengthLeft(item, left - name.length)) < 0) break;
  }
  return left;
}
