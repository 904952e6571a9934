/** All schemas that one value must satisfy at once: references followed, `allOf` opened, a branch of each union chosen. */
import { asMapping, isMapping, member, members, refOf, type RawNode } from "../raw/nodes.js";
import type { RawDocument } from "../raw/raw-document.js";
import { Subtypes, type Subtype } from "./subtypes.js";

const mostHops = 60;

/** Chooses a branch. @param place of the union in the document */
export type Choose = (place: string, count: number) => number;

export class Conjunction {
  readonly parts: readonly RawNode[];
  /** Values of discriminators, by property. */
  readonly tags: ReadonlyMap<string, string>;
  readonly #document: RawDocument;

  constructor(document: RawDocument, parts: readonly RawNode[], tags: ReadonlyMap<string, string>) {
    this.#document = document;
    this.parts = parts;
    this.tags = tags;
  }

  all(keyword: string): readonly unknown[] {
    return this.parts.flatMap(({ value }) =>
      Object.hasOwn(value as object, keyword) ? [asMapping(value)[keyword]] : [],
    );
  }

  /** Returns the subschemas that a keyword has. */
  nodes(keyword: string): readonly RawNode[] {
    return this.parts.flatMap((part) => member(part, keyword) ?? []);
  }

  greatest(keyword: string, usual: number): number {
    return Math.max(usual, ...this.#numbers(keyword));
  }

  least(keyword: string, usual: number): number {
    return Math.min(usual, ...this.#numbers(keyword));
  }

  #numbers(keyword: string): readonly number[] {
    return this.all(keyword).filter((each) => typeof each === "number");
  }

  /** The types that all schemas allow; undefined if none says. */
  get types(): readonly string[] | undefined {
    const isOld = this.#document.version === "2.0" || this.#document.version === "3.0";
    let allowed: readonly string[] | undefined;
    for (const { value } of this.parts) {
      const { type, nullable, "x-nullable": isNullable } = asMapping(value);
      const own = ([] as unknown[]).concat(type ?? []).map(String);
      if (own.length === 0) continue;
      if (isOld && (nullable === true || isNullable === true)) own.push("null");
      if (own.includes("number") && !own.includes("integer")) own.push("integer");
      allowed = allowed ? allowed.filter((each) => own.includes(each)) : own;
    }
    return allowed;
  }

  /** The values of `enum` and `const` that all schemas allow; undefined if none has either. */
  get values(): readonly unknown[] | undefined {
    let allowed: readonly unknown[] | undefined;
    for (const { value } of this.parts) {
      const schema = asMapping(value);
      const own = Object.hasOwn(schema, "const") ? [schema["const"]] : schema["enum"];
      if (!Array.isArray(own)) continue;
      const texts = new Set((own as unknown[]).map((each) => JSON.stringify(each)));
      allowed = (allowed ?? (own as unknown[])).filter((each) => texts.has(JSON.stringify(each)));
    }
    return allowed;
  }

  /** All schemas of each property. */
  get properties(): ReadonlyMap<string, readonly RawNode[]> {
    const found = new Map<string, RawNode[]>();
    for (const [name, node] of this.parts.flatMap((part) =>
      this.#document.files.namedSchemas(part, "properties"),
    )) {
      const known = found.get(name);
      if (known) known.push(node);
      else found.set(name, [node]);
    }
    return found;
  }

  get required(): readonly string[] {
    const lists = this.all("required").filter((each) => Array.isArray(each));
    return [...new Set(lists.flat() as string[])];
  }

  /** Whether no schema forbids a property by `additionalProperties: false`. */
  allows(name: string): boolean {
    return this.parts.every(({ value }) => {
      const { additionalProperties, properties, patternProperties } = asMapping(value);
      if (additionalProperties !== false || Object.hasOwn(asMapping(properties), name)) return true;
      return Object.keys(asMapping(patternProperties)).some((each) => matches(each, name));
    });
  }
}

/** Opens schemas into conjunctions. */
export class SchemaOpener {
  readonly #document: RawDocument;
  readonly #subtypes: Subtypes;

  constructor(document: RawDocument) {
    this.#document = document;
    this.#subtypes = new Subtypes(document);
  }

  /** Returns undefined if a schema is `false` or contains itself. */
  open(schemas: readonly RawNode[], choose: Choose): Conjunction | undefined {
    const draft: Draft = { parts: [], tags: new Map(), bases: new Set(), choose };
    const isPossible = schemas.every((each) => this.#add(each, draft, 0));
    return isPossible ? new Conjunction(this.#document, draft.parts, draft.tags) : undefined;
  }

  #add(node: RawNode, draft: Draft, hops: number): boolean {
    if (!isMapping(node.value)) return node.value !== false;
    if (hops > mostHops) return false;
    const ref = refOf(node);
    if (ref !== undefined) {
      const target = this.#document.files.target(node, ref);
      if (target && !this.#add(target, draft, hops + 1)) return false;
      if (this.#document.version === "2.0" || this.#document.version === "3.0") return true;
    }
    draft.parts.push(node);
    for (const [, each] of members(member(node, "allOf"))) {
      if (!this.#add(each, draft, hops + 1)) return false;
    }
    for (const keyword of ["oneOf", "anyOf"]) {
      const union = member(node, keyword);
      const branches = members(union).map(([, each]) => each);
      if (!union || branches.length === 0) continue;
      const branch = branches[draft.choose(placeOf(union), branches.length)]!;
      if (!this.#add(branch, draft, hops + 1)) return false;
      const target = this.#document.files.follow(branch);
      const tag = target && this.#subtypes.tagOf(node, target);
      if (tag) draft.tags.set(tag.property, tag.value);
    }
    return this.#addSubtype(node, draft, hops);
  }

  /** A schema with a discriminator and no union stands for those that include it by `allOf`. */
  #addSubtype(node: RawNode, draft: Draft, hops: number): boolean {
    const place = placeOf(node);
    if (draft.bases.has(place)) return true;
    const subtypes: readonly Subtype[] = this.#subtypes.of(node);
    if (subtypes.length === 0) return true;
    draft.bases.add(place);
    // Another base further down decides for itself: only the tag of the outermost counts.
    const chosen = subtypes[draft.choose(`${place}/discriminator`, subtypes.length)]!;
    if (!draft.tags.has(chosen.property)) draft.tags.set(chosen.property, chosen.value);
    return this.#add(chosen.node, draft, hops + 1);
  }
}

interface Draft {
  readonly parts: RawNode[];
  readonly tags: Map<string, string>;
  /** Places of schemas whose subtype is chosen. */
  readonly bases: Set<string>;
  readonly choose: Choose;
}

function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return false;
  }
}

export function placeOf({ file, pointer }: RawNode): string {
  return `${file}#${pointer}`;
}
