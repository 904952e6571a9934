/** Finds operations by what they do. Loaded for the first search. */
import type { AnyOperation } from "../../contract/operation-reference.js";
import type { Action, Wish } from "./actions.js";
import { OperationIndex, type Described, type Words } from "./operation-index.js";
import { operationOf, strengthOf } from "./postings.js";
import { readQuestion, type Question } from "./question.js";
import { WordFinder, type Slot } from "./word-finder.js";

/** What each part of a score is worth. */
const worth = {
  /** The question's words are in the operation. */
  recall: 1,
  /** The path has no words that the question does not have. */
  path: 0.2,
  /** Nor has the summary. */
  label: 0.2,
  /** The last segment of the path is what the question is about. */
  focus: 0.25,
  /** The operation does what the question asks for. */
  wish: 0.35,
  /** Against it, for each segment of the path. */
  depth: 0.008,
  /** Against it: it is deprecated. */
  deprecated: 0.25,
};

/** An index of operations. The same operations and question give the same result. */
export class OperationFinder {
  readonly #operations: readonly AnyOperation[];
  readonly #index: OperationIndex;
  readonly #words: WordFinder;

  constructor(operations: readonly AnyOperation[]) {
    this.#operations = operations;
    this.#index = new OperationIndex(operations);
    this.#words = new WordFinder(this.#index);
  }

  /** Returns at most `limit` operations that match `query` and satisfy `allows`, best match first. */
  find(
    query: string,
    limit: number,
    allows: (operation: AnyOperation) => boolean = () => true,
  ): AnyOperation[] {
    const found = this.#named(query.trim().toLowerCase()).filter(allows).slice(0, 1);
    const [named] = found;
    for (const id of this.#rank(readQuestion(query))) {
      if (found.length >= limit) break;
      const operation = this.#operations[id] as AnyOperation;
      if (operation !== named && allows(operation)) found.push(operation);
    }
    return found;
  }

  /** The operations whose name, id or `GET /path` a query is. */
  #named(query: string): AnyOperation[] {
    if (!/^\S+(?: \/\S*)?$/.test(query)) return [];
    return this.#operations.filter((operation) => isNamed(operation, query));
  }

  /** The numbers of the operations that have a word of a question, best match first, else in document order. */
  #rank(question: Question): readonly number[] {
    const slots = this.#words.slotsOf(question);
    const recalls = recallsOf(slots, this.#index);
    const said = saidBy(slots, this.#index.terms.size);
    const scores = new Float64Array(recalls.length);
    const ids: number[] = [];
    for (const [id, recall] of recalls.entries()) {
      if (recall === 0) continue;
      ids.push(id);
      scores[id] =
        worth.recall * recall + this.#fit(this.#index.described[id] as Described, question, said);
    }
    return ids.sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b);
  }

  /** How well an operation fits a question, beside having its words. */
  #fit(described: Described, question: Question, said: Said): number {
    const { path, label, depth, isDeprecated } = described;
    const focus = path.slice(-1);
    const isDone = hasAny(focus, said.verb);
    const isAbout = isDone || hasAny(focus, said.head);
    const { weights, unsaid } = this.#index;
    return (
      worth.path * share(path, said, unsaid) +
      worth.label * share(label, said, weights) +
      worth.focus * (isAbout ? share(focus, said, unsaid) : 0) +
      worth.wish * fit(described, question.wish, isDone) -
      worth.depth * depth -
      worth.deprecated * (isDeprecated ? 1 : 0)
    );
  }
}

/** The share of an operation's own words that a question says, from 0 to 1, each with its weight. */
function share(parts: readonly Words[], { all }: Said, weights: readonly number[]): number {
  let sum = 0.01;
  let total = 0.01;
  for (const { terms, joined = [] } of parts) {
    const whole = joined.length === 0 ? 0 : (all[joined[0] as number] as number);
    for (const term of terms) {
      const weight = weights[term] as number;
      total += weight;
      sum += weight * Math.max(all[term] as number, whole);
    }
  }
  return sum / total;
}

function hasAny(parts: readonly Words[], wanted: ReadonlySet<number>): boolean {
  return parts.some(
    ({ terms, joined = [] }) =>
      terms.some((term) => wanted.has(term)) || joined.some((term) => wanted.has(term)),
  );
}

/** The terms that a question says, by what they are in it. */
interface Said {
  /** By the number of the term: how well it is what the question says, from 0 to 1. */
  readonly all: Float64Array;
  readonly verb: ReadonlySet<number>;
  readonly head: ReadonlySet<number>;
}

function saidBy(slots: readonly Slot[], terms: number): Said {
  const all = new Float64Array(terms);
  const ofRole = { verb: new Set<number>(), head: new Set<number>() };
  for (const { alternatives, role } of slots) {
    for (const { term, factor } of alternatives) {
      all[term] = Math.max(all[term] ?? 0, factor);
      if (role === "verb" || role === "head") ofRole[role].add(term);
    }
  }
  return { all, ...ofRole };
}

/** How much of a question each operation has, by its number, from 0 to 1. */
function recallsOf(slots: readonly Slot[], { described, postings }: OperationIndex): Float64Array {
  const recalls = new Float64Array(described.length);
  const total = slots.reduce((sum, { weight }) => sum + weight, 0);
  for (const { alternatives, weight } of slots) {
    const best = new Float64Array(described.length);
    for (const { term, factor } of alternatives) {
      for (const posting of postings[term] ?? []) {
        const id = operationOf(posting);
        best[id] = Math.max(best[id] as number, factor * strengthOf(posting));
      }
    }
    for (let id = 0; id < best.length; id++) {
      recalls[id] = (recalls[id] as number) + ((best[id] as number) * weight) / total;
    }
  }
  return recalls;
}

/**
 * How well what an operation does fits what a question asks for, from 0 to 1. An operation whose path ends in the question's
 * verb fits, rather as a verb, `POST /reply`, than as what the verb makes, `POST /replies`, and not if it reads or changes what
 * others did, `GET /replies`. A question without a verb rather reads.
 */
function fit({ actions, path }: Described, wish: Wish | undefined, isDone: boolean): number {
  if (wish === undefined) return actions.some(reads) ? 0.6 : 0.4;
  const best = Math.max(...actions.map((each) => wish[each] ?? 0));
  if (!isDone) return best;
  const isVerb = path.at(-1)?.isPlural === false && !actions.every(reads);
  if (isVerb || (wish.read ?? 0) > 0) return 1;
  return actions.some(makes) ? Math.max(best, 0.9) : best;
}

function makes(action: Action): boolean {
  return action === "act" || action === "create" || action === "set";
}

function reads(action: Action): boolean {
  return action === "list" || action === "read";
}

/** Whether a query is an operation's name, id, or `GET /path`. */
function isNamed({ id, expose, request }: AnyOperation, wanted: string): boolean {
  return (
    expose.name.toLowerCase() === wanted ||
    id.toLowerCase() === wanted ||
    `${request.method} ${request.path}`.toLowerCase() === wanted
  );
}
