/** Full-text search of operations. Loaded, with the library, for the first search. */
import MiniSearch from "minisearch";
import type { Operation } from "../../contract/operation.js";
import { queryTermsOf, distinctiveTerms, termsOf } from "./search-terms.js";

/** An operation as the index reads it. */
interface Indexed {
  readonly id: number;
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly path: string;
  readonly tags: string;
  readonly args: string;
  readonly verbs: string;
}

const fields = ["name", "title", "text", "path", "tags", "args", "verbs"] as const;

/** Weight of a match by field. */
const boost = { name: 4, title: 4, text: 1, path: 2, tags: 1.5, args: 0.5, verbs: 1.5 };

/** Indexed length of a description, in characters; the rest is details. */
const maxText = 400;

/** An index of operations. The same operations and query give the same result. */
export class OperationFinder {
  readonly #operations: readonly Operation[];
  /** The terms of each name and of each title. */
  readonly #labels: readonly (readonly ReadonlySet<string>[])[];
  readonly #index: MiniSearch<Indexed>;

  constructor(operations: readonly Operation[]) {
    this.#operations = operations;
    this.#labels = operations.map(({ expose }) =>
      [expose.name, expose.title ?? ""].map((label) => new Set(distinctiveTerms(termsOf(label)))),
    );
    this.#index = new MiniSearch<Indexed>({
      fields: [...fields],
      tokenize: termsOf,
      processTerm: (term) => term,
      searchOptions: {
        tokenize: (query) => query.split(" "),
        boost,
        prefix: (term) => term.length >= 3,
        fuzzy: (term) => (term.length >= 5 ? 0.2 : false),
        maxFuzzy: 2,
        weights: { fuzzy: 0.2, prefix: 0.5 },
      },
    });
    this.#index.addAll(operations.map((operation, id) => indexed(operation, id)));
  }

  /** Returns at most `limit` operations that match `query` and satisfy `allows`, best match first. */
  find(
    query: string,
    limit: number,
    allows: (operation: Operation) => boolean = () => true,
  ): Operation[] {
    const { wanted, hints } = queryTermsOf(query);
    const called = query.trim().toLowerCase();
    const exact = this.#operations.findIndex(
      (operation) => isNamed(operation, called) && allows(operation),
    );
    const scored = this.#index
      .search([...wanted, ...hints].join(" "), {
        filter: ({ id }) => id !== exact && allows(this.#operations[id as number] as Operation),
        boostTerm: (term) => (wanted.includes(term) ? 1 : hintBoost),
      })
      .map((result) => ({
        id: result.id as number,
        score: result.score * this.#relevance(result.id as number, result.queryTerms, wanted),
      }))
      // Operations with the same score stay in document order.
      .sort((a, b) => b.score - a.score || a.id - b.id);
    const found = exact === -1 ? scored : [{ id: exact }, ...scored];
    return found.slice(0, limit).map(({ id }) => this.#operations[id] as Operation);
  }

  /**
   * Corrects a score: a match of all words must beat one of a single rare word, and a short name a longer one that also
   * matches. Deprecated operations rank lower.
   */
  #relevance(id: number, matched: readonly string[], wanted: readonly string[]): number {
    const covered = wanted.filter((term) => matched.includes(term)).length / wanted.length;
    const likeness = Math.max(
      ...(this.#labels[id] ?? []).map((label) => likenessOf(label, wanted)),
    );
    const deprecated = /^Deprecated\b/.test(this.#operations[id]?.description ?? "");
    return covered ** 1.5 * (0.5 + likeness) * (deprecated ? 0.7 : 1);
  }
}

/** Weight of the terms that are only hints. */
const hintBoost = 0.4;

/** Returns the share of terms that a label and a query have in common, from 0 to 1. */
function likenessOf(label: ReadonlySet<string>, wanted: readonly string[]): number {
  if (label.size === 0) return 0;
  const shared = wanted.filter((term) => label.has(term)).length;
  return (2 * shared) / (label.size + wanted.length);
}

/** Whether a query is an operation's name, id, or `GET /path`. */
function isNamed({ id, expose, request }: Operation, wanted: string): boolean {
  return (
    expose.name.toLowerCase() === wanted ||
    id.toLowerCase() === wanted ||
    `${request.method} ${request.path}`.toLowerCase() === wanted
  );
}

function indexed(operation: Operation, id: number): Indexed {
  const { expose, description = "", request, input } = operation;
  const { properties } = input;
  const known = typeof properties === "object" && properties !== null ? properties : {};
  return {
    id,
    name: `${expose.name} ${operation.id === expose.name ? "" : operation.id}`,
    title: expose.title ?? "",
    text: description.slice(0, maxText),
    path: request.path,
    tags: (expose.tags ?? []).join(" "),
    args: Object.keys(known).slice(0, 60).join(" "),
    verbs: verbsOf(request.method, request.path),
  };
}

/** Returns verbs that users say for an HTTP method. @see RFC 9110 section 9.3 */
function verbsOf(method: string, path: string): string {
  switch (method) {
    case "GET":
    case "HEAD":
    case "QUERY":
      return isItemPath(path)
        ? "get fetch show read retrieve view look"
        : "list get all fetch show view search find";
    case "POST":
      return isItemPath(path) ? "update edit change modify set" : "create add new make send";
    case "PUT":
    case "PATCH":
      return "update edit change modify set replace rename";
    case "DELETE":
      return "delete remove destroy";
    default:
      return "";
  }
}

/** Whether a path ends in a parameter, as the path of one item of a collection does. */
function isItemPath(path: string): boolean {
  return path.endsWith("}");
}
