import { isObject, type JsonObject } from "../protocol/json.js";

const named = new Set(["properties", "patternProperties", "$defs", "definitions"]);
const data = new Set(["const", "enum", "default", "example", "examples"]);

/**
 * Removes `nullable` from schemas without a `type` and from those that allow null anyway. JSON Schema does not know the
 * keyword, and OpenAPI gives it no effect there, but ajv refuses the whole schema. Copies only what changes.
 *
 * @see OpenAPI 3.0.4, 4.7.24.1
 */
export function withoutNullable<T extends JsonObject>(schema: T): T {
  const { type, nullable } = schema;
  const ofNoType =
    type === undefined || type === "null" || (Array.isArray(type) && type.includes("null"));
  let copy = schema;
  if (nullable !== undefined && ofNoType) {
    const { nullable: _, ...rest } = schema;
    copy = rest as T;
  }
  return mapMembers(copy, (value, key) => {
    if (data.has(key)) return value;
    return named.has(key) && isObject(value) ? mapMembers(value, inner) : inner(value);
  });
}

function inner(value: unknown): unknown {
  if (isObject(value)) return withoutNullable(value);
  if (!Array.isArray(value)) return value;
  const items = value.map(inner);
  return items.some((item, index) => item !== value[index]) ? items : value;
}

function mapMembers<T extends JsonObject>(
  object: T,
  map: (value: unknown, key: string) => unknown,
): T {
  const changed = Object.entries(object).flatMap(([key, value]): [string, unknown][] => {
    const mapped = map(value, key);
    return mapped === value ? [] : [[key, mapped]];
  });
  return changed.length === 0 ? object : { ...object, ...Object.fromEntries(changed) };
}
