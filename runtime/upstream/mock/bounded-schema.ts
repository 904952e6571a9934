import { isObject, unescapeToken } from "../../protocol/json.js";
import type { JsonSchema, SchemaTable } from "../../contract/operation.js";

/** Limits of a sample; a schema can describe far more than anyone wants to read. */
const maxNodes = 2_000;
const maxDepth = 12;
const maxItems = 3;
const maxLength = 200;

/**
 * Copies a schema without references, small enough to be sampled quickly. Cycles, depth and sizes are cut only where the
 * sample stays valid.
 *
 * @param table the targets of `#/$defs/<name>`
 */
export function boundedSchema(schema: JsonSchema, table: SchemaTable): JsonSchema {
  return new SchemaCopier(table).copy(schema, 0) ?? {};
}

class SchemaCopier {
  readonly #table: SchemaTable;
  /** References that are being followed. */
  readonly #open = new Set<string>();
  #nodes = 0;

  constructor(table: SchemaTable) {
    this.#table = table;
  }

  /** Returns undefined beyond the limits. */
  copy(value: unknown, depth: number): JsonSchema | undefined {
    if (value === true) return {};
    if (!isObject(value) || depth > maxDepth || ++this.#nodes > maxNodes) return undefined;
    if (typeof value["$ref"] === "string") return this.#copyReference(value, value["$ref"], depth);
    const result = copyKeywords(value);
    this.#copyMembers(value, result, depth);
    this.#copyAlternatives(value, result, depth);
    return result;
  }

  #copyMembers(value: JsonSchema, result: Record<string, unknown>, depth: number): void {
    if (isObject(value["properties"])) {
      result["properties"] = this.#copyProperties(value["properties"], depth);
    }
    for (const keyword of ["items", "contains", "additionalProperties"]) {
      const member = isObject(value[keyword]) ? this.copy(value[keyword], depth + 1) : undefined;
      if (member !== undefined) result[keyword] = member;
    }
    if (Array.isArray(value["prefixItems"])) {
      const first = value["prefixItems"].slice(0, maxNodes);
      result["prefixItems"] = first.map((item) => this.copy(item, depth + 1) ?? {});
    }
  }

  #copyAlternatives(value: JsonSchema, result: Record<string, unknown>, depth: number): void {
    if (Array.isArray(value["allOf"])) {
      result["allOf"] = value["allOf"].flatMap((part) => this.copy(part, depth + 1) ?? []);
    }
    for (const keyword of ["oneOf", "anyOf"]) {
      const choice = Array.isArray(value[keyword])
        ? this.#choose(value[keyword], depth)
        : undefined;
      // If both are present, the sampler would ignore one of them.
      if (choice !== undefined && result["oneOf"] === undefined) result["oneOf"] = [choice];
    }
  }

  #copyReference(value: JsonSchema, ref: string, depth: number): JsonSchema | undefined {
    const name = unescapeToken(ref.slice("#/$defs/".length));
    const isKnown = ref.startsWith("#/$defs/") && Object.hasOwn(this.#table, name);
    if (!isKnown || this.#open.has(name)) return undefined;
    this.#open.add(name);
    const target = this.copy(this.#table[name], depth);
    this.#open.delete(name);
    if (target === undefined) return undefined;
    const { $ref: _, ...siblings } = value;
    if (!Object.keys(siblings).some((keyword) => structural.has(keyword))) return target;
    const own = this.copy(siblings, depth);
    return own === undefined ? target : { allOf: [target, own] };
  }

  #copyProperties(properties: JsonSchema, depth: number): JsonSchema {
    const entries: [string, JsonSchema][] = [];
    for (const [name, property] of Object.entries(properties)) {
      // The sampler assigns properties, which would set a prototype here.
      if (name === "__proto__") continue;
      const member = this.copy(property, depth + 1);
      if (member !== undefined) entries.push([name, member]);
    }
    return Object.fromEntries(entries);
  }

  /** Returns the first alternative that can be sampled, preferably not null. */
  #choose(alternatives: readonly unknown[], depth: number): JsonSchema | undefined {
    let fallback: JsonSchema | undefined;
    for (const alternative of alternatives) {
      const member = this.copy(alternative, depth + 1);
      if (member === undefined) continue;
      if (member["type"] !== "null") return member;
      fallback ??= member;
    }
    return fallback;
  }
}

function copyKeywords(value: JsonSchema): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const keyword of plain) {
    if (Object.hasOwn(value, keyword)) result[keyword] = value[keyword];
  }
  const type = Array.isArray(value["type"])
    ? (value["type"].find((name) => name !== "null") ?? "null")
    : value["type"];
  if (typeof type === "string") result["type"] = type;
  if (Array.isArray(value["examples"])) result["examples"] = value["examples"];
  clamp(result, "minItems", maxItems);
  clamp(result, "minLength", maxLength);
  return result;
}

/** Keywords that are copied unchanged. */
const plain = [
  "const",
  "default",
  "enum",
  "example",
  "exclusiveMaximum",
  "exclusiveMinimum",
  "format",
  "maxItems",
  "maxLength",
  "maxProperties",
  "maximum",
  "minItems",
  "minLength",
  "minimum",
  "multipleOf",
  "pattern",
  "readOnly",
  "required",
  "writeOnly",
];

/** Keywords beside a `$ref` that affect the sample. */
const structural = new Set([
  ...plain.filter((keyword) => keyword !== "readOnly" && keyword !== "writeOnly"),
  "type",
  "examples",
  "properties",
  "items",
  "additionalProperties",
  "allOf",
  "oneOf",
  "anyOf",
]);

function clamp(schema: Record<string, unknown>, keyword: string, max: number): void {
  const value = schema[keyword];
  if (value === undefined) return;
  if (typeof value === "number" && value >= 0) schema[keyword] = Math.min(value, max);
  else delete schema[keyword];
}
