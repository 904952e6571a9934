import type { JSONPathEnvironment, JSONPathNode } from "json-p3";
import { runWithTimeout } from "../../../runtime/contract/run-with-timeout.js";
import { maxDepth } from "../yaml-dialect.js";
import type { Path } from "./draft.js";

/** Time limit of a query. Honest queries on the largest documents take less. */
const queryBudgetMs = 5000;

/** Maximum number of values that one action may select. */
const maxNodes = 500_000;

/** Returns the distinct paths that a JSONPath selects, or the end of a sentence that says why it can't. */
export type SelectPaths = (query: string, document: unknown) => readonly Path[] | string;

/**
 * Loads the JSONPath library. Queries are not trusted, so that one that takes too long is stopped.
 *
 * @see RFC 9535, 4 Security Considerations
 */
export async function pathSelector(budgetMs = queryBudgetMs): Promise<SelectPaths> {
  const { JSONPathEnvironment: Environment, JSONPathError } = await import("json-p3");
  const environment = new Environment({ maxRecursionDepth: maxDepth + 1 });
  return (query, document) => {
    try {
      const found = runWithTimeout(budgetMs, () => collect(environment, query, document));
      return found?.value ?? "takes too long on this document";
    } catch (error) {
      if (error instanceof JSONPathError)
        return `is not a valid JSONPath (RFC 9535): ${reasonOf(error)}`;
      if (error instanceof RangeError) return "is nested too deep";
      throw error;
    }
  };
}

function collect(
  environment: JSONPathEnvironment,
  query: string,
  document: unknown,
): readonly Path[] | string {
  const paths = new Map<string, Path>();
  const nodes = environment.lazyQuery(query, document as JSONPathNode["value"]);
  let seen = 0;
  for (const { location } of nodes) {
    seen += 1;
    if (seen > maxNodes) return `selects more than ${maxNodes} values`;
    paths.set(JSON.stringify(location), location);
  }
  return [...paths.values()];
}

/** Removes the excerpt of the query and the offset at the end of the library's messages. */
function reasonOf({ message }: Error): string {
  return message.replace(/ \('[\s\S]*':\d+\)$/, "").slice(0, 200);
}
