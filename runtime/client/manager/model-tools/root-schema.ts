/** APIs of models want an object at the root of a tool's schema: with properties, and without unions or references. */
import { isObject, member, pointerKeys, valueAt, type JsonObject } from "../../../protocol/json.js";

const unions = ["anyOf", "oneOf"] as const;
const combined = [...unions, "allOf", "$ref", "not", "if", "then", "else", "enum", "const"];

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
  const { properties, required } = merged(schema);
  const rest = Object.entries(schema).filter(
    ([keyword]) => !combined.includes(keyword) && !closing.has(keyword),
  );
  return {
    ...Object.fromEntries(rest),
    type: "object",
    properties,
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

/** What a root and the schemas that it combines say. */
interface Merged {
  readonly properties: JsonObject;
  readonly required: readonly string[];
}

interface Part {
  readonly schema: JsonObject;
  /** False for an alternative: what it requires is not required. */
  readonly applies: boolean;
}

/** Reads each schema once, so that neither cycles nor repetitions cost time, which a server may want them to. */
function merged(root: JsonObject): Merged {
  const properties = new Map<string, Map<string, unknown>>();
  const required = new Set<string>();
  /** The schemas that were read, and whether they apply. */
  const seen = new Map<JsonObject, boolean>();
  const open: Part[] = [{ schema: root, applies: true }];
  for (let part = open.pop(); part; part = open.pop()) {
    const { schema, applies } = part;
    const before = seen.get(schema);
    if (before === true || before === applies) continue;
    seen.set(schema, applies);
    for (const [name, value] of Object.entries(propertiesOf(schema))) {
      addProperty(properties, name, value);
    }
    if (applies) for (const name of namesOf(schema["required"])) required.add(name);
    // The last is read first.
    for (const each of partsOf(part, root).reverse()) open.push(each);
  }
  const shown = [...properties].map(([name, found]) => [name, anyOf([...found.values()])] as const);
  return { properties: Object.fromEntries(shown), required: [...required] };
}

/** Returns the schemas that a schema combines. */
function partsOf({ schema, applies }: Part, root: JsonObject): Part[] {
  const listed = (keyword: string): readonly unknown[] => {
    const list = member(schema, keyword);
    return Array.isArray(list) ? (list as unknown[]) : [];
  };
  const reference = member(schema, "$ref");
  const target =
    typeof reference === "string" && reference.startsWith("#")
      ? valueAt(root, pointerKeys(reference.slice(1)))
      : undefined;
  const all = [...listed("allOf"), target].filter(isObject);
  const some = unions.flatMap(listed).filter(isObject);
  return [
    ...all.map((each) => ({ schema: each, applies })),
    ...some.map((each) => ({ schema: each, applies: false })),
  ];
}

/** Keeps each schema of a property once. */
function addProperty(
  properties: Map<string, Map<string, unknown>>,
  name: string,
  value: unknown,
): void {
  const found = properties.get(name) ?? new Map<string, unknown>();
  properties.set(name, found.set(JSON.stringify(value), value));
}

/** Returns a schema that allows what one of the given does. */
function anyOf(schemas: readonly unknown[]): unknown {
  return schemas.length === 1 ? schemas[0] : { anyOf: schemas };
}

function propertiesOf(schema: JsonObject): JsonObject {
  const properties = member(schema, "properties");
  return isObject(properties) ? properties : {};
}

function namesOf(required: unknown): string[] {
  return Array.isArray(required) ? required.filter((each) => typeof each === "string") : [];
}
