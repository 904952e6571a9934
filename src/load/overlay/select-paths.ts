import type { JSONPathEnvironment, JSONPathNode } from "json-p3";
import { runWithTimeout } from "../../../runtime/contract/run-with-timeout.js";
import { maxDepth } from "../yaml-dialect.js";
import type { Path } from "./draft.js";

/** Patient enough for any honest query on the largest documents. */
const queryBudgetMs = 5000;

/** What one action may change. */
const maxNodes = 500_000;

/** Selects values of a document by JSONPath: the ways to them, each once; or a sentence that says why it can't. */
export type SelectPaths = (query: string, document: unknown) => readonly Path[] | string;

/**
 * Loads the library. Queries may come from anybody: one that takes too long is stopped.
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
      if (error instanceof JSONPathError) return `is no JSONPath of RFC 9535: ${reasonOf(error)}`;
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

/** The library's messages end with an excerpt of the query and an offset. */
function reasonOf({ message }: Error): string {
  return message.replace(/ \('[\s\S]*':\d+\)$/, "").slice(0, 200);
}
