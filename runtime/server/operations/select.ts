/** JMESPath on answers: a module of its own, so that the library is loaded with it. */
import { compile, TreeInterpreter, type JSONValue } from "@jmespath-community/jmespath";
import { isObject } from "../../protocol/json.js";
import { ToolError } from "../../protocol/tool-error.js";
import { withinTime } from "../../contract/within-time.js";

/** Patient enough for any honest selection from the largest answer. */
const budgetMs = 2000;

/** Characters of the JSON that a selection may become: one that repeats its input grows without end. */
const maxLength = 10 * 1024 * 1024;

const compiled = new Map<string, ReturnType<typeof compile>>();

/**
 * What a JMESPath expression selects from a JSON value.
 *
 * @throws ToolError when that takes too long, is too large, or the value is not what the expression expects
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
      `The call succeeded, but what \`select\` makes of its answer is larger than ${maxLength} characters.`,
    );
  }
  return selected;
}

/** Expressions may come from a document, and some take exponential time. */
function inTime(work: () => unknown): unknown {
  try {
    const done = withinTime(budgetMs, work);
    if (done) return done.value;
  } catch (error) {
    throw failed(`fails: ${(error as Error).message}`);
  }
  throw failed(`takes longer than ${budgetMs} ms`);
}

function failed(reason: string): ToolError {
  return new ToolError(`The call succeeded, but \`select\` ${reason} on its answer.`);
}

/** The library takes `constructor` for a member of every object. */
function withoutInherited(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutInherited);
  if (!isObject(value)) return value;
  const bare = Object.create(null) as Record<string, unknown>;
  for (const [name, inner] of Object.entries(value)) bare[name] = withoutInherited(inner);
  return bare;
}

/** `limit` without the least length of the value's JSON; negative, and no further work, once it is used up. */
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
