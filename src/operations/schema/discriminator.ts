/** What a `discriminator` says: which values of a property stand for which schema. JSON Schema lacks it. */
import type { Node } from "../../load/source.js";
import { isObject, own, type JsonObject } from "../../normalise/node.js";
import type { Schema, Tag } from "../model.js";
import type { Draft } from "./conversion.js";
import type { ReadDiscriminator, SharedSchema } from "./shared-schema.js";
import type { Targets } from "./schema-cycles.js";
import { chooseTags, type TagRules } from "./tags.js";
import { spend } from "../../diagnostics/work.js";

/** A longer list would not help a model. */
const maxSchemas = 64;

/** A schema with `oneOf` or `anyOf` and a `discriminator`. */
export interface DiscriminatedUnion {
  readonly draft: Draft;
  readonly node: Node<JsonObject>;
}

/** Returns the schema that a value of `mapping` names; undefined if there is none. */
export type ResolveMapping = (target: string, from: Node) => Node | undefined;

/** Reads discriminators once all schemas are converted, because the schemas they tell apart decide about the values. */
export class DiscriminatorReader {
  readonly #targets: Targets;
  readonly #resolve: ResolveMapping;
  readonly #keyOf: (node: Node) => string;

  /** @param keyOf returns a key that a schema and its aliases share */
  constructor(targets: Targets, resolve: ResolveMapping, keyOf: (node: Node) => string) {
    this.#targets = targets;
    this.#resolve = resolve;
    this.#keyOf = keyOf;
  }

  /** States the tags of a union's alternatives in its draft, and describes them for a model. */
  describeUnion({ draft, node }: DiscriminatedUnion): void {
    const choices = (draft["oneOf"] ?? draft["anyOf"]) as readonly Schema[] | undefined;
    const targets = choices?.map((choice) => this.#targets.get(choice as Draft));
    // Null may stand beside the schemas that a discriminator tells apart; other inline schemas have no names.
    const isNamed = targets?.every((target, at) => target !== undefined || isNull(choices![at]!));
    if (!targets || !isNamed) return;
    const named = targets.filter((target) => target !== undefined);
    const read = this.read(node, named);
    if (!read) return;
    const { property, tags } = read;
    draft["discriminator"] = {
      propertyName: property,
      tags: targets.map((target) => (target && tags.get(target)) ?? null),
    };
    const note = discriminatorNote(read, named);
    const { description } = draft;
    if (note === undefined) return;
    // The note goes first, because long descriptions are cut at their end.
    draft["description"] =
      typeof description === "string" && description !== "" ? `${note}\n\n${description}` : note;
  }

  /**
   * Reads the discriminator of a schema.
   *
   * @param named the schemas that it tells apart
   * @param base the schema that has it, if these are its subtypes
   * @see OpenAPI 3.2 Discriminator Object
   */
  read(
    node: Node,
    named: readonly SharedSchema[],
    base?: SharedSchema,
  ): ReadDiscriminator | undefined {
    const value = isObject(node.value) ? own(node.value, "discriminator") : undefined;
    const property = isObject(value) ? own(value, "propertyName") : value;
    if (typeof property !== "string") return undefined;
    const keys = this.#mappedKeys(isObject(value) ? own(value, "mapping") : undefined, node);
    const fallback = isObject(value) ? own(value, "defaultMapping") : undefined;
    const fallbackKey = this.#mappedKey(fallback, node);
    const isFallback = (schema: SharedSchema): boolean =>
      fallbackKey !== undefined && this.#keyOf(schema.node) === fallbackKey;
    const all = base && !named.includes(base) ? [...named, base] : named;
    const rules = all.map((schema): TagRules => {
      const mapped = keys.get(this.#keyOf(schema.node)) ?? [];
      const ownTag = isObject(schema.node.value)
        ? own(schema.node.value, "x-ms-discriminator-value")
        : undefined;
      return {
        keys: mapped.length > 0 || typeof ownTag !== "string" ? mapped : [ownTag],
        name: nameOf(schema.node),
        isBase: schema === base,
        isFallback: isFallback(schema),
        ...this.#valuesOf(schema, property),
      };
    });
    const tags = chooseTags(rules);
    return {
      property,
      tags: new Map(all.flatMap((schema, at) => (tags[at] ? [[schema, tags[at]]] : []))),
      fallback: all.find(isFallback),
    };
  }

  #mappedKeys(mapping: unknown, node: Node): ReadonlyMap<string, readonly string[]> {
    const keys = new Map<string, string[]>();
    for (const [key, target] of isObject(mapping) ? Object.entries(mapping) : []) {
      const schema = this.#mappedKey(target, node);
      if (schema === undefined) continue;
      const known = keys.get(schema);
      if (known) known.push(key);
      else keys.set(schema, [key]);
    }
    return keys;
  }

  #mappedKey(target: unknown, from: Node): string | undefined {
    const found = typeof target === "string" ? this.#resolve(target, from) : undefined;
    return found && this.#keyOf(found);
  }

  /** Returns the values and types that a schema allows for its discriminating property. */
  #valuesOf(schema: SharedSchema, property: string): Pick<TagRules, "allowed" | "types"> {
    const described = this.#partsOf(schema.schema).flatMap(({ properties }) =>
      isObject(properties) && Object.hasOwn(properties, property)
        ? this.#partsOf((properties as Readonly<Record<string, Schema>>)[property]!)
        : [],
    );
    let allowed: readonly unknown[] | undefined;
    const types = new Set<unknown>();
    for (const part of described) {
      for (const type of [part["type"]].flat()) types.add(type);
      const values = Object.hasOwn(part, "const") ? [part["const"]] : part["enum"];
      if (!Array.isArray(values)) continue;
      allowed = allowed ? allowed.filter((value) => values.includes(value)) : values;
    }
    return { allowed: allowed?.filter(isTag), types };
  }

  /** Returns the schemas that apply to the same value: this one, its references and its `allOf`. */
  #partsOf(root: Schema): readonly Draft[] {
    const parts = new Set<Draft>();
    const pending = [root];
    for (let at = 0; at < pending.length; at++) {
      const part = pending[at]!;
      if (typeof part === "boolean" || parts.has(part)) continue;
      parts.add(part);
      spend(1);
      const target = this.#targets.get(part);
      if (target) pending.push(target.schema);
      pending.push(...((part["allOf"] as readonly Schema[] | undefined) ?? []));
    }
    return [...parts];
  }
}

/** Describes a discriminator for a model: `kind is "round" for Circle, "sq" for Square.` */
export function discriminatorNote(
  { property, tags, fallback }: ReadDiscriminator,
  schemas: readonly SharedSchema[],
): string | undefined {
  if (schemas.length > maxSchemas) return undefined;
  const values = schemas.flatMap((schema) => {
    const own = (tags.get(schema) ?? []).map((tag) => JSON.stringify(tag));
    if (schema === fallback) own.push("anything else");
    return own.length === 0 ? [] : [`${own.join(" or ")} for ${nameOf(schema.node)}`];
  });
  return values.length === 0 ? undefined : `${property} is ${values.join(", ")}.`;
}

/** `#/components/schemas/Cat`, `Cat.yaml` → `Cat` */
function nameOf({ file, pointer }: Node): string {
  const path = pointer === "" ? file.replace(/\.(ya?ml|json)$/i, "") : pointer;
  return path
    .slice(path.lastIndexOf("/") + 1)
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
}

function isNull(schema: Schema): boolean {
  return typeof schema === "object" && (schema["type"] === "null" || schema["const"] === null);
}

function isTag(value: unknown): value is Tag {
  return ["string", "number", "boolean"].includes(typeof value);
}
