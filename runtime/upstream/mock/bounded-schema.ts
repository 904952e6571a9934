import { isObject, unescapeToken } from "../../protocol/json.js";
import type { JsonSchema, SchemaTable } from "../../contract/operation.js";

/** Enough for a telling sample; a schema can describe far more than anyone wants to read. */
const maxNodes = 2_000;
const maxDepth = 12;
const maxItems = 3;
const maxLength = 200;

/**
 * A copy of a schema without references, small enough to be sampled in no time: cycles, depths and sizes are cut where
 * leaving something out is still a valid sample.
 *
 * @param table What `#/$defs/<name>` points to.
 */
export function boundedSchema(schema: JsonSchema, table: SchemaTable): JsonSchema {
  let nodes = 0;
  const open = new Set<string>();
  return copy(schema, 0) ?? {};

  function copy(value: unknown, depth: number): JsonSchema | undefined {
    if (value === true) return {};
    if (!isObject(value) || depth > maxDepth || ++nodes > maxNodes) return undefined;
    if (typeof value["$ref"] === "string") return copyReference(value, value["$ref"], depth);
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
    if (isObject(value["properties"])) {
      result["properties"] = copyProperties(value["properties"], depth);
    }
    for (const keyword of ["items", "contains", "additionalProperties"]) {
      const member = isObject(value[keyword]) ? copy(value[keyword], depth + 1) : undefined;
      if (member !== undefined) result[keyword] = member;
    }
    if (Array.isArray(value["prefixItems"])) {
      const first = value["prefixItems"].slice(0, maxNodes);
      result["prefixItems"] = first.map((item) => copy(item, depth + 1) ?? {});
    }
    if (Array.isArray(value["allOf"])) {
      result["allOf"] = value["allOf"].flatMap((part) => copy(part, depth + 1) ?? []);
    }
    for (const keyword of ["oneOf", "anyOf"]) {
      const choice = Array.isArray(value[keyword]) ? choose(value[keyword], depth) : undefined;
      // With both at one level the sampler would only take the first.
      if (choice !== undefined && result["oneOf"] === undefined) result["oneOf"] = [choice];
    }
    return result;
  }

  function copyReference(value: JsonSchema, ref: string, depth: number): JsonSchema | undefined {
    const name = unescapeToken(ref.slice("#/$defs/".length));
    if (!ref.startsWith("#/$defs/") || !Object.hasOwn(table, name) || open.has(name)) {
      return undefined;
    }
    open.add(name);
    const target = copy(table[name], depth);
    open.delete(name);
    if (target === undefined) return undefined;
    const { $ref: _, ...siblings } = value;
    if (!Object.keys(siblings).some((keyword) => structural.has(keyword))) return target;
    const own = copy(siblings, depth);
    return own === undefined ? target : { allOf: [target, own] };
  }

  function copyProperties(properties: JsonSchema, depth: number): JsonSchema {
    const entries: [string, JsonSchema][] = [];
    for (const [name, property] of Object.entries(properties)) {
      // The sampler assigns it, which would set a prototype.
      if (name === "__proto__") continue;
      const member = copy(property, depth + 1);
      if (member !== undefined) entries.push([name, member]);
    }
    return Object.fromEntries(entries);
  }

  /** The first alternative that can be sampled and is not just null. */
  function choose(alternatives: readonly unknown[], depth: number): JsonSchema | undefined {
    let fallback: JsonSchema | undefined;
    for (const alternative of alternatives) {
      const member = copy(alternative, depth + 1);
      if (member === undefined) continue;
      if (member["type"] !== "null") return member;
      fallback ??= member;
    }
    return fallback;
  }
}

/** Keywords that are taken over as they are. */
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

/** Keywords beside a `$ref` that change what a sample looks like. */
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
