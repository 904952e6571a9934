/** Finds operations by words. Loaded, with the search library, for the first search of a server. */
import MiniSearch from "minisearch";
import type { Operation } from "../../contract/operation.js";
import { queryTermsOf, tellingTerms, termsOf } from "./search-terms.js";

/** An operation as the index reads it. */
interface Indexed {
  readonly id: number;
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly path: string;
  readonly tags: string;
  readonly args: string;
  readonly deeds: string;
}

const fields = ["name", "title", "text", "path", "tags", "args", "deeds"] as const;

/** How much a word tells by where it stands. */
const boost = { name: 4, title: 4, text: 1, path: 2, tags: 1.5, args: 0.5, deeds: 1.5 };

/** Of a description, the rest of which is about details. */
const maxText = 400;

/** An index of operations, built once; the same operations and query give the same answer. */
export class OperationFinder {
  readonly #operations: readonly Operation[];
  /** The terms of each name and of each title. */
  readonly #labels: readonly (readonly ReadonlySet<string>[])[];
  readonly #index: MiniSearch<Indexed>;

  /** @param operations Those that are found. */
  constructor(operations: readonly Operation[]) {
    this.#operations = operations;
    this.#labels = operations.map(({ expose }) =>
      [expose.name, expose.title ?? ""].map((label) => new Set(tellingTerms(termsOf(label)))),
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

  /** The operations that `query` may mean, best first, of those that `allows` takes. */
  find(
    query: string,
    limit: number,
    allows: (operation: Operation) => boolean = () => true,
  ): Operation[] {
    const { wanted, hints } = queryTermsOf(query);
    const called = query.trim().toLowerCase();
    const exact = this.#operations.findIndex(
      (operation) => isCalled(operation, called) && allows(operation),
    );
    const scored = this.#index
      .search([...wanted, ...hints].join(" "), {
        filter: ({ id }) => id !== exact && allows(this.#operations[id as number] as Operation),
        boostTerm: (term) => (wanted.includes(term) ? 1 : hintBoost),
      })
      .map((result) => ({
        id: result.id as number,
        score: result.score * this.#aptness(result.id as number, result.queryTerms, wanted),
      }))
      // Operations that score alike stay in the document's order.
      .sort((a, b) => b.score - a.score || a.id - b.id);
    const found = exact === -1 ? scored : [{ id: exact }, ...scored];
    return found.slice(0, limit).map(({ id }) => this.#operations[id] as Operation);
  }

  /** A rare word alone must not outweigh an operation that has them all, nor a name with much else a plain one. */
  #aptness(id: number, matched: readonly string[], wanted: readonly string[]): number {
    const covered = wanted.filter((term) => matched.includes(term)).length / wanted.length;
    const likeness = Math.max(
      ...(this.#labels[id] ?? []).map((label) => likenessOf(label, wanted)),
    );
    const deprecated = /^Deprecated\b/.test(this.#operations[id]?.description ?? "");
    return covered ** 1.5 * (0.5 + likeness) * (deprecated ? 0.7 : 1);
  }
}

/** Of terms that only hint at something. */
const hintBoost = 0.4;

/** How much a label and a question are the same words: from 0 to 1. */
function likenessOf(label: ReadonlySet<string>, wanted: readonly string[]): number {
  if (label.size === 0) return 0;
  const shared = wanted.filter((term) => label.has(term)).length;
  return (2 * shared) / (label.size + wanted.length);
}

/** Whether a query is the name of an operation, its id, or `GET /path`. */
function isCalled({ id, expose, request }: Operation, wanted: string): boolean {
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
    deeds: deedsOf(request.method, request.path),
  };
}

/** What people call what a method does. @see RFC 9110 section 9.3 */
function deedsOf(method: string, path: string): string {
  switch (method) {
    case "GET":
    case "HEAD":
    case "QUERY":
      return isOneThing(path)
        ? "get fetch show read retrieve view look"
        : "list get all fetch show view search find";
    case "POST":
      return isOneThing(path) ? "update edit change modify set" : "create add new make send";
    case "PUT":
    case "PATCH":
      return "update edit change modify set replace rename";
    case "DELETE":
      return "delete remove destroy";
    default:
      return "";
  }
}

/** Whether a path ends in a parameter, as that of one thing among many does. */
function isOneThing(path: string): boolean {
  return path.endsWith("}");
}
