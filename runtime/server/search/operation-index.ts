/** An inverted index of operations: which words each has, and where. */
import {
  indexedNames,
  indexedText,
  type AnyOperation,
} from "../../contract/operation-reference.js";
import { actionOfVerb, actionsOf, isPlainVerb, type Action } from "./actions.js";
import { place, PostingsWriter } from "./postings.js";
import { isPlural, stemOf, wordsOf } from "./words.js";

/** Longest first line that is read as a summary, in characters. */
const maxLabel = 100;

/** Words, by the numbers of their terms. */
export interface Words {
  readonly terms: readonly number[];
  /** All of them as one term, because users write `config map` and `configmap`. */
  readonly joined?: readonly number[];
}

/** A segment of a path, or another name, such as a tag. */
export interface Segment extends Words {
  readonly joined: readonly number[];
  readonly isLiteral: boolean;
  /** Says no more than a version or that references follow: `v1`, `$ref`. */
  readonly isEmpty: boolean;
  readonly isPlural: boolean;
  /** What a name such as `addPassword` says that is done. */
  readonly action: Action | undefined;
}

/** The words of a summary, without its verb and articles. */
interface Label extends Words {
  readonly verb: string | undefined;
}

/** What an operation is about, which a question should say. */
export interface Described {
  readonly actions: readonly Action[];
  /** The literal segments of the path. */
  readonly path: readonly Segment[];
  /** Its summary, or the path if it has none. */
  readonly label: readonly Words[];
  readonly depth: number;
  readonly isDeprecated: boolean;
}

/** An index of operations. */
export class OperationIndex {
  /** Numbers of terms by their stem. */
  readonly terms = new Map<string, number>();
  readonly described: readonly Described[];
  /** The operations that have a term, by the term's number. */
  readonly postings: readonly Int32Array[];
  /** How much a term distinguishes operations: 1 if only one has it, near 0 if all have it. */
  readonly weights: readonly number[];
  /** How much it counts against an operation that a question does not say a term, from 0 to 1. */
  readonly unsaid: readonly number[];

  readonly #namespaces: ReadonlySet<string>;
  readonly #byWord = new Map<string, number>();
  readonly #byName = new Map<string, Segment>();
  readonly #byText = new Map<string, readonly number[]>();
  readonly #byLabel = new Map<string, Label>();
  readonly #writer = new PostingsWriter();

  constructor(operations: readonly AnyOperation[]) {
    this.#namespaces = namespacesOf(operations);
    this.described = operations.map((operation, id) => this.#add(operation, id));
    this.postings = this.#writer.end(this.terms.size);
    const all = operations.length;
    const scale = Math.log(1 + all);
    this.weights = this.postings.map(
      ({ length }) => Math.log(1 + all / Math.max(length, 1)) / scale,
    );
    // What a third of the operations has is the API's own prefix, which nobody says.
    this.unsaid = this.weights.map((weight) =>
      weight < Math.log(4) / scale ? weight / 4 : Math.max(weight, 0.4),
    );
  }

  #add(operation: AnyOperation, id: number): Described {
    const { expose, request, description = "" } = operation;
    const segments: Segment[] = [];
    for (const each of request.path.split("/")) if (each !== "") segments.push(this.#name(each));
    const path = segments.filter(({ isLiteral, isEmpty }) => isLiteral && !isEmpty);
    const summary = summaryOf(description) ?? expose.title ?? "";
    const label = this.#label(summary);

    // The best places come first.
    const writer = this.#writer;
    for (const { terms, joined } of path) {
      writer.add(terms, id, place.path);
      writer.add(joined, id, place.path);
    }
    writer.add(label.terms, id, place.label);
    if (expose.title !== undefined && expose.title !== summary) {
      writer.add(this.#text(expose.title), id, place.label);
    }
    writer.add(this.#terms(wordsOf(expose.name)), id, place.name);
    for (const tag of expose.tags ?? []) writer.add(this.#name(tag).terms, id, place.tag);
    for (const { terms, isLiteral } of segments) {
      if (!isLiteral) writer.add(terms, id, place.parameter);
    }
    const begin = description.startsWith(summary) ? summary.length : 0;
    writer.add(this.#text(description.slice(begin, indexedText)), id, place.text);
    for (const name of indexedNames(operation))
      writer.add(this.#name(name).terms, id, place.argument);

    const isItem = segments.at(-1)?.isLiteral === false;
    const { isPlural: plural = false, action } = path.at(-1) ?? {};
    return {
      actions: actionsOf(request.method, { isItem, isPlural: plural, action }, label.verb),
      path,
      label: summary === "" ? path : [label],
      depth: segments.length,
      isDeprecated: /\bdeprecated\b/i.test(description.slice(0, maxLabel)),
    };
  }

  /** The terms of a text. Many operations have the same. */
  #text(text: string): readonly number[] {
    let terms = this.#byText.get(text);
    if (!terms) {
      terms = [...new Set(this.#terms(wordsOf(text)))];
      this.#byText.set(text, terms);
    }
    return terms;
  }

  #label(summary: string): Label {
    let label = this.#byLabel.get(summary);
    if (!label) {
      const words = wordsOf(summary);
      const telling = words.filter(
        (word, at) => !(at === 0 && isPlainVerb(word)) && !articles.has(word),
      );
      label = { terms: this.#terms(telling), verb: words[0] };
      this.#byLabel.set(summary, label);
    }
    return label;
  }

  #name(name: string): Segment {
    let segment = this.#byName.get(name);
    if (!segment) {
      const words = wordsOf(this.#bareName(name));
      segment = {
        terms: this.#terms(words),
        joined: words.length === 2 || words.length === 3 ? this.#terms([words.join("")]) : [],
        isLiteral: !name.startsWith("{"),
        isEmpty: /^(?:\$ref|api|apis|rest|v\d\w*)$/.test(name),
        isPlural: isPlural(words.at(-1) ?? ""),
        action: words.length > 1 ? actionOfVerb(words[0]) : undefined,
      };
      this.#byName.set(name, segment);
    }
    return segment;
  }

  /** Returns a segment without its namespace and the arguments of an OData function. */
  #bareName(segment: string): string {
    const name = withoutCall(segment);
    const namespace = namespaceOf(name);
    return this.#namespaces.has(namespace) ? name.slice(namespace.length + 1) : name;
  }

  #terms(words: readonly string[]): number[] {
    return words.map((word) => this.#byWord.get(word) ?? this.#learn(word));
  }

  #learn(word: string): number {
    const stem = stemOf(word);
    const term = this.terms.get(stem) ?? this.terms.size;
    this.terms.set(stem, term);
    this.#byWord.set(word, term);
    return term;
  }
}

/** Words of a summary that say nothing. */
const articles: ReadonlySet<string> = new Set(
  "a all an and by for from in of on or the to with your".split(" "),
);

/** Names below a namespace, at least: `rbac.authorization.k8s.io` is a name, `microsoft.graph.sendMail` has one. */
const minNames = 10;

/** Returns what stands before many names, with two words or more: `microsoft.graph`. */
function namespacesOf(operations: readonly AnyOperation[]): ReadonlySet<string> {
  const names = new Map<string, Set<string>>();
  for (const { request } of operations) {
    for (const segment of request.path.split("/")) {
      if (!segment.includes(".")) continue;
      const name = withoutCall(segment);
      const namespace = namespaceOf(name);
      if (!namespace.includes(".")) continue;
      const known = names.get(namespace);
      if (known) known.add(name);
      else names.set(namespace, new Set([name]));
    }
  }
  return new Set([...names.keys()].filter((each) => (names.get(each)?.size ?? 0) >= minNames));
}

function namespaceOf(name: string): string {
  return name.slice(0, Math.max(name.lastIndexOf("."), 0));
}

/** Returns a segment without the arguments of an OData function. */
function withoutCall(segment: string): string {
  const end = segment.indexOf("(");
  return end > 0 ? segment.slice(0, end) : segment;
}

/** Returns the first line of a description, or else its first sentence, if it is short enough for a summary. */
function summaryOf(description: string): string | undefined {
  const lineEnd = description.indexOf("\n");
  const end = lineEnd === -1 ? description.length : lineEnd;
  if (end <= maxLabel) return end === 0 ? undefined : description.slice(0, end);
  const sentence = description.lastIndexOf(". ", maxLabel);
  return sentence > 0 ? description.slice(0, description.indexOf(". ")) : undefined;
}
