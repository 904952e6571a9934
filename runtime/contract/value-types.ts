import { isObject, type JsonObject } from "../protocol/json.js";

/** Returns the JSON Schema type of a value. Integers may be bigints. */
export function typeOfValue(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "bigint" || Number.isInteger(value)) return "integer";
  return typeof value;
}

/** Whether a value has one of the types of `type`, which may be a list; an absent one allows all. */
export function hasType(value: unknown, type: unknown): boolean {
  const own = typeOfValue(value);
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return (
    type === undefined || types.includes(own) || (own === "integer" && types.includes("number"))
  );
}

/** Returns the types of values, each once; integers are numbers if there are others. */
export function typesOfValues(values: readonly unknown[]): readonly string[] {
  const types = new Set(values.map(typeOfValue));
  return [...types].filter((type) => type !== "integer" || !types.has("number"));
}

/** Keywords that only say something about values of one type. */
const keywordsByType: ReadonlyMap<string, readonly string[]> = new Map([
  ["object", ["properties", "required", "additionalProperties", "minProperties", "maxProperties"]],
  ["array", ["items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
  ["string", ["minLength", "maxLength", "pattern", "format"]],
]);

/** Returns the keywords of a schema that concern one type. */
export function keywordsOfType(schema: JsonObject, type: string): JsonObject {
  const names = keywordsByType.get(type === "integer" ? "number" : type) ?? [];
  return Object.fromEntries(
    names.flatMap((name) => (name in schema ? [[name, schema[name]]] : [])),
  );
}

/** Returns a type that a schema without `type` is about, going by its keywords; undefined if none tells. */
export function impliedType(schema: JsonObject): string | undefined {
  const { type, enum: values } = schema;
  if (typeof type === "string") return type;
  if (Array.isArray(type)) return type.find((each): each is string => each !== "null");
  if ("const" in schema) return typeOfValue(schema["const"]);
  if (Array.isArray(values) && values.length > 0) return typeOfValue(values[0]);
  for (const [name, keywords] of keywordsByType) {
    if (keywords.some((keyword) => keyword in schema)) return name;
  }
  for (const keyword of ["allOf", "anyOf", "oneOf"]) {
    const parts = schema[keyword];
    if (!Array.isArray(parts)) continue;
    for (const part of parts as readonly unknown[]) {
      const implied = isObject(part) ? impliedType(part) : undefined;
      if (implied !== undefined && implied !== "null") return implied;
    }
  }
  return undefined;
}

/** Writes a value as JSON, also a bigint. */
export function valueText(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  return JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? `${each}` : each));
}
