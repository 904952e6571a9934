import type { JsonObject } from "../../protocol/json.js";
import type { Dialect } from "../dialect.js";
import type { Checking, Run, Scope } from "./run.js";

/** The verdict of a keyword about a value of a kind that it applies to. */
export type Check = (value: unknown, run: Run) => boolean;

/** A schema with a URI of its own, and what it names. @see JSON Schema 2020-12, 4.3.5 */
export interface Resource {
  readonly uri: string;
  readonly root: unknown;
  /** By `$anchor` and `$dynamicAnchor`, and by `$id` that is a fragment. */
  readonly anchors: Map<string, Located>;
  readonly dynamicAnchors: Map<string, Located>;
}

/** A schema, and where it is. */
export interface Located {
  readonly schema: unknown;
  readonly resource: Resource;
  /** JSON Pointer in the form of a URI's fragment: `#/properties/a`. */
  readonly place: string;
}

/** A schema at its place, which is compiled when a value reaches it. */
export interface Node extends Located, Checking {
  readonly dialect: Dialect;
  /** The schema, if it is an object. */
  readonly keywords: JsonObject | undefined;
  /** Whether `$ref` replaces the keywords beside it, as up to draft-07. */
  readonly ignoresBesideRef: boolean;
  /** Schemas of the document that are known not to apply themselves to the same value. */
  readonly acyclic: Set<unknown>;
  /** Whether the dialect knows a keyword. */
  isKnown(keyword: string): boolean;
  /** Returns the schema that a keyword has, or that it has under a name or number. */
  child(keyword: string, key?: string | number): Node;
  /** Returns the schema that `$ref` refers to; undefined without `$ref`. */
  referred(): Node | undefined;
  /** Returns the schema that `$dynamicRef` or `$recursiveRef` refers to where the resources of `scope` were entered. */
  dynamic(keyword: string, scope: Scope): Node;
}

/** The kinds of values that keywords apply to. */
export type Kind = "string" | "number" | "boolean" | "null" | "array" | "object" | "other";

/** A keyword that checks values. */
export interface Keyword {
  readonly name: string;
  /** Absent: values of any kind. */
  readonly kind?: Kind;
  /** Returns undefined if the keyword can refuse nothing. */
  readonly compile: (node: Node, stated: unknown) => Check | undefined;
}

/** Marks keywords as those of one kind of value. */
export function ofKind(kind: Kind, keywords: readonly Omit<Keyword, "kind">[]): readonly Keyword[] {
  return keywords.map((keyword) => ({ ...keyword, kind }));
}

/** Returns a function that makes something of a node once, because it is needed for each value. */
export function oncePerNode<T extends object>(make: (node: Node) => T): (node: Node) => T {
  const made = new WeakMap<Node, T>();
  return (node) => {
    let known = made.get(node);
    if (!known) made.set(node, (known = make(node)));
    return known;
  };
}

/** A schema that can't be used. */
export class UnusableSchema extends Error {
  override readonly name = "UnusableSchema";
}
