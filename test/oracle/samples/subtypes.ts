/** Discriminators: which value of the property stands for which schema. @see OpenAPI 3.2 Discriminator Object */
import { asMapping, member, members, type RawNode } from "../raw/nodes.js";
import type { RawDocument } from "../raw/raw-document.js";

export interface Subtype {
  readonly node: RawNode;
  readonly property: string;
  readonly value: string;
}

export class Subtypes {
  readonly #document: RawDocument;
  #children: ReadonlyMap<string, readonly RawNode[]> | undefined;

  constructor(document: RawDocument) {
    this.#document = document;
  }

  /** Returns the schemas that include one with a discriminator by `allOf`, also by others between them. */
  of(base: RawNode): readonly Subtype[] {
    const property = propertyOf(base);
    const schema = asMapping(base.value);
    if (property === undefined || schema["oneOf"] || schema["anyOf"]) return [];
    const found = new Set<RawNode>();
    const pending = [...(this.#childrenOf(base) ?? [])];
    for (let next = pending.pop(); next; next = pending.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      pending.push(...(this.#childrenOf(next) ?? []));
    }
    return [...found].map((node) => ({ node, property, value: this.#valueOf(base, node) }));
  }

  /** Returns the value that selects a branch of a union with a discriminator. */
  tagOf(union: RawNode, branch: RawNode): { property: string; value: string } | undefined {
    const property = propertyOf(union);
    return property === undefined ? undefined : { property, value: this.#valueOf(union, branch) };
  }

  #valueOf(base: RawNode, { file, pointer }: RawNode): string {
    const mapping = member(member(base, "discriminator"), "mapping");
    for (const [value, written] of members(mapping)) {
      const ref = String(written.value);
      const target = this.#document.files.target(base, ref.includes("/") ? ref : `#${ref}`);
      const isNamed = !ref.includes("/") && ref === nameOf(pointer);
      if (isNamed || (target?.file === file && target.pointer === pointer)) return value;
    }
    return nameOf(pointer);
  }

  #childrenOf({ file, pointer }: RawNode): readonly RawNode[] | undefined {
    return (this.#children ??= this.#index()).get(`${file}#${pointer}`);
  }

  /** Schemas of the document by the place of each that they include by `allOf`. */
  #index(): ReadonlyMap<string, readonly RawNode[]> {
    const { root, files } = this.#document;
    const schemas =
      member(root, "definitions") ?? files.follow(member(member(root, "components"), "schemas"));
    const found = new Map<string, RawNode[]>();
    for (const [, written] of members(schemas)) {
      const schema = files.follow(written);
      if (!schema) continue;
      for (const [, part] of members(member(schema, "allOf"))) {
        const target = files.follow(part);
        if (!target) continue;
        const place = `${target.file}#${target.pointer}`;
        found.set(place, [...(found.get(place) ?? []), schema]);
      }
    }
    return found;
  }
}

function propertyOf({ value }: RawNode): string | undefined {
  const { discriminator } = asMapping(value);
  // Swagger 2.0 has the name alone.
  const name =
    typeof discriminator === "string" ? discriminator : asMapping(discriminator)["propertyName"];
  return typeof name === "string" ? name : undefined;
}

function nameOf(pointer: string): string {
  const last = pointer.slice(pointer.lastIndexOf("/") + 1);
  return last.replaceAll("~1", "/").replaceAll("~0", "~");
}
