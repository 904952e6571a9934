/** Searches operations, and shows what was found. Loaded for the first search. */
import type { AnyOperation } from "../../contract/operation-reference.js";
import type { JsonObject } from "../../protocol/json.js";
import { argumentList, commonArguments } from "./argument-list.js";
import { OperationFinder } from "./operation-finder.js";

/** Maximum length of an operation's summary, in characters. */
const maxSummary = 120;

/** A search among operations that do not change. */
export class OperationSearch {
  readonly finder: OperationFinder;
  /** Arguments of most operations, which a question rather does not mean. */
  readonly #common: ReadonlySet<string>;

  constructor(operations: readonly AnyOperation[]) {
    this.finder = new OperationFinder(operations);
    this.#common = commonArguments(operations);
  }

  /**
   * Returns a search result: enough to choose an operation, and mostly to call it.
   *
   * @param schema of its arguments, as its description has it
   */
  hit({ expose, description, id }: AnyOperation, schema: JsonObject, query: string): JsonObject {
    const [line = ""] = (description || expose.title || id).split("\n", 1);
    return {
      name: expose.name,
      summary: line.length > maxSummary ? `${line.slice(0, maxSummary - 1).trimEnd()}\u2026` : line,
      ...argumentList(schema, this.#common, query),
    };
  }
}
