import { intersectionOf, unionOf, unknownType, type TypeNode } from "./type-node.js";

/**
 * Maximum combinations of the unions in an intersection; beyond it, the widest unions are dropped. The compiler
 * multiplies them out and gives up at 100,000.
 */
const maxCombinations = 10_000;
/** Maximum length of a chain of names; longer ones are cut. */
const maxChain = 500;

/**
 * Rewrites named types that TypeScript would refuse: a name that refers to itself without an object, array or tuple in
 * between (`type A = A | B`), and intersections that multiply out to too many alternatives. The result depends on the
 * order of `types`. Rewritten types become wider, never narrower.
 */
export function untangle(types: ReadonlyMap<string, TypeNode>): ReadonlyMap<string, TypeNode> {
  const untangling = new Untangling(types);
  return new Map([...types].map(([name, type]) => [name, untangling.settle(name, type).type]));
}

class Untangling {
  readonly #types: ReadonlyMap<string, TypeNode>;
  readonly #done = new Map<string, Settled>();
  readonly #open = new Set<string>();

  constructor(types: ReadonlyMap<string, TypeNode>) {
    this.#types = types;
  }

  settle(name: string, type: TypeNode): Settled {
    const known = this.#done.get(name);
    if (known) return known;
    this.#open.add(name);
    const settled = this.#walk(type, name);
    this.#open.delete(name);
    this.#done.set(name, settled);
    return settled;
  }

  #walk(type: TypeNode, self: string): Settled {
    switch (type.kind) {
      case "name": {
        const target = this.#types.get(type.name);
        if (!target || this.#open.has(type.name) || this.#open.size > maxChain) {
          return { type: unknownType, width: 1 };
        }
        return { type, width: this.settle(type.name, target).width };
      }
      case "union": {
        // In `type A = A | B`, the member A adds nothing to B.
        const others = type.members.filter((each) => each.kind !== "name" || each.name !== self);
        if (others.length === 0) return { type: unknownType, width: 1 };
        const parts = others.map((member) => this.#walk(withFlatRest(member, self), self));
        return { type: unionOf(parts.map((part) => part.type)), width: sum(parts) };
      }
      case "intersection": {
        const parts = affordable(
          type.members.map((member) => {
            const own = this.#ownPart(member);
            return this.#walk(own.kind === "tuple" ? withoutName(own, self) : own, self);
          }),
        );
        return { type: intersectionOf(parts.map((part) => part.type)), width: product(parts) };
      }
      default:
        return { type, width: 1 };
    }
  }

  /** Returns the members that a type being settled has by itself. */
  #ownPart(type: TypeNode): TypeNode {
    if (type.kind !== "name" || !this.#open.has(type.name)) return type;
    const target = this.#types.get(type.name);
    const members = target?.kind === "intersection" ? target.members : [];
    return intersectionOf(members.filter((member) => member.kind === "object"));
  }
}

/**
 * Returns a tuple whose further items do not refer to its own name: as a part of another type, the compiler needs them
 * before it knows the name (`type A = null | [B, ...A[][]]`).
 */
function withFlatRest(type: TypeNode, self: string): TypeNode {
  if (type.kind !== "tuple" || !type.rest) return type;
  return { ...type, rest: withoutName(type.rest, self) };
}

/** Allows any value where a name stands, but for members of objects, which the compiler looks at later. */
function withoutName(type: TypeNode, name: string): TypeNode {
  const each = (inner: TypeNode): TypeNode => withoutName(inner, name);
  switch (type.kind) {
    case "name":
      return type.name === name ? unknownType : type;
    case "array":
      return { ...type, item: each(type.item) };
    case "tuple":
      return { ...type, items: type.items.map(each), ...(type.rest && { rest: each(type.rest) }) };
    case "union":
      return unionOf(type.members.map(each));
    case "intersection":
      return intersectionOf(type.members.map(each));
    default:
      return type;
  }
}

interface Settled {
  readonly type: TypeNode;
  /** Number of alternatives that the type multiplies out to. */
  readonly width: number;
}

function affordable(parts: readonly Settled[]): readonly Settled[] {
  let kept = parts;
  while (product(kept) > maxCombinations) {
    const widest = kept.reduce((most, part) => (part.width > most.width ? part : most));
    kept = kept.filter((part) => part !== widest);
  }
  return kept;
}

function sum(parts: readonly Settled[]): number {
  return parts.reduce((total, part) => total + part.width, 0);
}

function product(parts: readonly Settled[]): number {
  return parts.reduce((total, part) => total * part.width, 1);
}
