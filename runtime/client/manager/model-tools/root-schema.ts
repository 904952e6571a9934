/** APIs of models want an object at the root of a tool's schema: with properties, and without unions or references. */
import { isObject, member, pointerKeys, valueAt, type JsonObject } from "../../../protocol/json.js";

const unions = ["anyOf", "oneOf"] as const;
const combined = [...unions, "allOf", "$ref", "not", "if", "then", "else", "enum", "const"];

/** A root that refers to roots is followed no further than this. */
const maxDepth = 8;

/**
 * Returns a schema that the APIs take. It is never stricter than the given one: where alternatives differ it allows all, and
 * the server checks each call against its own schema.
 */
export function rootSchema(schema: JsonObject): JsonObject {
  const isCombined = combined.some((keyword) => Object.hasOwn(schema, keyword));
  if (!isCombined) {
    const hasAll = schema["type"] === "object" && isObject(member(schema, "properties"));
    return hasAll ? schema : { ...schema, type: "object", properties: propertiesOf(schema) };
  }
  const { properties, required } = merged(schema, schema, 0);
  const rest = Object.entries(schema).filter(
    ([keyword]) => !combined.includes(keyword) && !closing.has(keyword),
  );
  return {
    ...Object.fromEntries(rest),
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
}

/** What would forbid the properties of alternatives. */
const closing = new Set([
  "additionalProperties",
  "unevaluatedProperties",
  "required",
  "properties",
]);

interface Merged {
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: readonly string[];
}

function merged(schema: JsonObject, root: JsonObject, depth: number): Merged {
  const properties = new Map(Object.entries(propertiesOf(schema)));
  const required = new Set(namesOf(schema["required"]));
  if (depth >= maxDepth) return { properties, required: [...required] };
  const parts = (keyword: string): Merged[] => {
    const list = member(schema, keyword);
    if (!Array.isArray(list)) return [];
    return list.filter(isObject).map((each) => merged(each, root, depth + 1));
  };
  const reference = member(schema, "$ref");
  const target =
    typeof reference === "string" && reference.startsWith("#")
      ? valueAt(root, pointerKeys(reference.slice(1)))
      : undefined;
  const all = parts("allOf");
  if (isObject(target)) all.push(merged(target, root, depth + 1));
  for (const part of all) {
    for (const [name, value] of part.properties) addProperty(properties, name, value);
    for (const name of part.required) required.add(name);
  }
  for (const keyword of unions) {
    for (const part of parts(keyword)) {
      for (const [name, value] of part.properties) addProperty(properties, name, value);
    }
  }
  return { properties, required: [...required] };
}

/** Allows what either schema of a property allows. */
function addProperty(properties: Map<string, unknown>, name: string, value: unknown): void {
  if (!properties.has(name)) {
    properties.set(name, value);
    return;
  }
  const known = properties.get(name);
  if (JSON.stringify(known) === JSON.stringify(value)) return;
  const alternatives =
    isObject(known) && Object.keys(known).length === 1 && Array.isArray(known["anyOf"])
      ? (known["anyOf"] as unknown[])
      : [known];
  properties.set(name, { anyOf: [...alternatives, value] });
}

function propertiesOf(schema: JsonObject): JsonObject {
  const properties = member(schema, "properties");
  return isObject(properties) ? properties : {};
}

function namesOf(required: unknown): string[] {
  return Array.isArray(required) ? required.filter((each) => typeof each === "string") : [];
}
