import { stringLiteral } from "../literal.js";

/** A TypeScript type as a tree, before it is printed. */
export type TypeNode =
  /** A keyword or a literal: `string`, `"cat"`, `null`. */
  | { readonly kind: "word"; readonly text: string }
  /** Another type of `types.ts`. */
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "array"; readonly item: TypeNode }
  /** The first `required` items are not optional. */
  | {
      readonly kind: "tuple";
      readonly items: readonly TypeNode[];
      readonly required: number;
      readonly rest?: TypeNode;
    }
  | { readonly kind: "union"; readonly members: readonly TypeNode[] }
  | { readonly kind: "intersection"; readonly members: readonly TypeNode[] }
  | ObjectNode;

export interface ObjectNode {
  readonly kind: "object";
  readonly members: readonly TypeMember[];
  /** Type of all other members, which must include the types of the named members. */
  readonly index?: TypeNode;
}

export interface TypeMember {
  readonly name: string;
  readonly required: boolean;
  readonly type: TypeNode;
  /** Escaped lines of the doc comment. */
  readonly doc: readonly string[];
}

export const numberType: TypeNode = { kind: "word", text: "number" };
export const nullType: TypeNode = { kind: "word", text: "null" };
export const unknownType: TypeNode = { kind: "word", text: "unknown" };
export const neverType: TypeNode = { kind: "word", text: "never" };
export const undefinedType: TypeNode = { kind: "word", text: "undefined" };
/** Any object. Not `Record`, because a schema may have that name. */
export const anyObject: ObjectNode = { kind: "object", members: [], index: unknownType };

/** An object without members. TypeScript lets any value but null and undefined pass as `{}`. */
export const noMembers: ObjectNode = { kind: "object", members: [], index: neverType };

/** Any value but null and undefined. */
export const anyValue: ObjectNode = { kind: "object", members: [] };

/** Maximum members of a union that are no words; larger ones slow the compiler and help no reader. */
const maxAlternatives = 200;
/** Maximum words of a union, such as literals, which cost the compiler little. */
const maxWords = 1000;

/** Returns `A | B` without duplicates; `unknown` if a member is `unknown` or there are too many members. */
export function unionOf(nodes: readonly TypeNode[]): TypeNode {
  const [only] = nodes;
  if (only && nodes.length === 1) return only;
  const members = distinct(flatten(nodes, "union")).filter((node) => !isWord(node, "never"));
  if (members.some((node) => isWord(node, "unknown"))) return unknownType;
  const words = members.filter(({ kind }) => kind === "word").length;
  if (words > maxWords || members.length - words > maxAlternatives) return unknownType;
  return single(members) ?? (members.length === 0 ? neverType : { kind: "union", members });
}

/** Returns `A & B` without duplicates and without members that add nothing. */
export function intersectionOf(nodes: readonly TypeNode[]): TypeNode {
  const [only] = nodes;
  if (only && nodes.length === 1) return only;
  const informative = distinct(flatten(nodes, "intersection")).filter(
    (node) => !isWord(node, "unknown"),
  );
  if (informative.some((node) => isWord(node, "never"))) return neverType;
  const others = informative.filter((node) => !isAnyObject(node));
  // "Any object" adds nothing to a type that is an object.
  const members = joinObjects(others.some((node) => node.kind !== "word") ? others : informative);
  return (
    single(members) ?? (members.length === 0 ? unknownType : { kind: "intersection", members })
  );
}

/** Joins objects into one, at the position of the first, unless they have different types for a member. */
function joinObjects(nodes: readonly TypeNode[]): readonly TypeNode[] {
  const objects = nodes.filter(isPlainObject);
  if (objects.length < 2) return nodes;
  const members = new Map<string, TypeMember>();
  for (const member of objects.flatMap((object) => object.members)) {
    const known = members.get(member.name);
    if (known && typeKey(known.type) !== typeKey(member.type)) return nodes;
    members.set(member.name, known ? joinMembers(known, member) : member);
  }
  const joined: TypeNode = { kind: "object", members: [...members.values()] };
  const first = nodes.findIndex(isPlainObject);
  return nodes
    .map((node, at) => (at === first ? joined : node))
    .filter((node) => node === joined || !isPlainObject(node));
}

function joinMembers(one: TypeMember, other: TypeMember): TypeMember {
  const doc = one.doc.length > 0 ? one.doc : other.doc;
  return { ...one, required: one.required || other.required, doc };
}

function isPlainObject(node: TypeNode): node is ObjectNode {
  return node.kind === "object" && node.index === undefined;
}

export function literalType(value: string | number | boolean | null): TypeNode {
  if (typeof value === "string") return { kind: "word", text: stringLiteral(value) };
  // JSON.parse reads 1e400 as Infinity, which has no literal type.
  if (typeof value === "number" && !Number.isFinite(value)) return numberType;
  return { kind: "word", text: String(value) };
}

export function isWord(node: TypeNode, text: string): boolean {
  return node.kind === "word" && node.text === text;
}

/** Returns a text that is equal for two nodes exactly if they are the same type, ignoring comments. */
export function typeKey(node: TypeNode): string {
  switch (node.kind) {
    case "word":
      return node.text;
    case "name":
      return `:${node.name}`;
    case "array":
      return `[${typeKey(node.item)}]*`;
    case "tuple": {
      const rest = node.rest ? typeKey(node.rest) : "";
      return `[${node.items.map(typeKey).join()};${node.required};${rest}]`;
    }
    case "union":
      return `(${node.members.map(typeKey).join("|")})`;
    case "intersection":
      return `(${node.members.map(typeKey).join("&")})`;
    case "object": {
      const members = node.members.map(
        ({ name, required, type }) =>
          `${JSON.stringify(name)}${required ? "" : "?"}${typeKey(type)}`,
      );
      return `{${members.join()};${node.index ? typeKey(node.index) : ""}}`;
    }
  }
}

/** Adds the names of other types in `node` to `found`. */
export function collectNames(node: TypeNode, found: Set<string>): void {
  switch (node.kind) {
    case "word":
      return;
    case "name":
      found.add(node.name);
      return;
    case "array":
      return collectNames(node.item, found);
    case "tuple":
      for (const item of node.items) collectNames(item, found);
      if (node.rest) collectNames(node.rest, found);
      return;
    case "union":
    case "intersection":
      for (const member of node.members) collectNames(member, found);
      return;
    case "object":
      for (const member of node.members) collectNames(member.type, found);
      if (node.index) collectNames(node.index, found);
  }
}

export function hasWord(node: TypeNode, text: string): boolean {
  switch (node.kind) {
    case "word":
      return node.text === text;
    case "name":
      return false;
    case "array":
      return hasWord(node.item, text);
    case "tuple":
      return [...node.items, ...(node.rest ? [node.rest] : [])].some((each) => hasWord(each, text));
    case "union":
    case "intersection":
      return node.members.some((each) => hasWord(each, text));
    case "object":
      return (
        node.members.some((each) => hasWord(each.type, text)) ||
        (node.index !== undefined && hasWord(node.index, text))
      );
  }
}

function isAnyObject(node: TypeNode): boolean {
  return node.kind === "object" && node.members.length === 0 && node.index !== undefined
    ? isWord(node.index, "unknown")
    : false;
}

function flatten(nodes: readonly TypeNode[], kind: "union" | "intersection"): readonly TypeNode[] {
  return nodes.flatMap((node) => (node.kind === kind ? node.members : [node]));
}

function distinct(nodes: readonly TypeNode[]): readonly TypeNode[] {
  if (nodes.length < 2) return nodes;
  return [...new Map(nodes.map((node) => [typeKey(node), node])).values()];
}

function single(nodes: readonly TypeNode[]): TypeNode | undefined {
  return nodes.length === 1 ? nodes[0] : undefined;
}
