/** Schemas in one form where JSON Schema has several, so that two of them can be compared keyword by keyword. */
import { isAnnotation, structureOf, type AnySchema } from "./structure.js";

export type ObjectForm = { readonly [keyword: string]: unknown };

const never: ObjectForm = { not: {} };
const localReference = /^#\/\$defs\/(.+)$/;

/** Returns the name of the shared schema that a schema refers to; undefined without a reference. */
export function referenceName(schema: AnySchema): string | undefined {
  if (typeof schema === "boolean" || typeof schema["$ref"] !== "string") return undefined;
  const [, name] = localReference.exec(schema["$ref"]) ?? [];
  return name?.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Whether a schema has no keyword that values are checked against, except one. */
export function hasOnly(schema: ObjectForm, keyword: string): boolean {
  return (
    Object.hasOwn(schema, keyword) &&
    Object.keys(schema).every((each) => each === keyword || isAnnotation(each))
  );
}

/** Returns a schema as an object; `const` becomes `enum`, and a reference beside other keywords a member of `allOf`. */
export function normalForm(schema: AnySchema): ObjectForm {
  if (typeof schema === "boolean") return schema ? {} : never;
  if (Object.hasOwn(schema, "$ref") && !hasOnly(schema, "$ref")) {
    const { $ref, allOf, ...rest } = schema;
    return normalForm({ ...rest, allOf: [{ $ref }, ...asList(allOf)] });
  }
  if (Object.hasOwn(schema, "const")) {
    const { const: value, ...rest } = schema;
    const allowed = Object.hasOwn(rest, "enum") ? asList(rest["enum"]) : undefined;
    const isAllowed = allowed?.some((each) => sameValue(each, value)) ?? true;
    return normalForm({ ...rest, enum: isAllowed ? [value] : [] });
  }
  for (const keyword of ["allOf", "anyOf", "oneOf"]) {
    const [only, ...others] = asList(schema[keyword]) as readonly AnySchema[];
    if (only !== undefined && others.length === 0 && hasOnly(schema, keyword)) {
      return normalForm(only);
    }
  }
  return schema;
}

/** Whether a schema in its normal form allows no value. */
export function isNever(schema: ObjectForm): boolean {
  const { not, enum: values } = schema;
  return (
    (not !== undefined && structureOf(not as AnySchema) === "{}") || asList(values, 1).length === 0
  );
}

/** Returns a list; one of `otherwise` elements if the value is none. */
export function asList(value: unknown, otherwise = 0): readonly unknown[] {
  return Array.isArray(value) ? value : Array.from({ length: otherwise });
}

export function asMap(value: unknown): Readonly<Record<string, AnySchema>> {
  return typeof value === "object" && value !== null
    ? (value as Readonly<Record<string, AnySchema>>)
    : {};
}

export function sameValue(left: unknown, right: unknown): boolean {
  return structureOfValue(left) === structureOfValue(right);
}

/** Returns a value as JSON with sorted keys: values in an `enum` are equal if their members are. */
export function structureOfValue(value: unknown): string {
  return structureOf({ enum: [value] });
}

export const jsonTypes = ["string", "integer", "number", "boolean", "object", "array", "null"];

/** Returns the types that a schema in its normal form allows. `number` includes `integer`. */
export function typesOf(schema: ObjectForm): ReadonlySet<string> {
  const { type, enum: values } = schema;
  const named =
    typeof type === "string" ? [type] : Array.isArray(type) ? type.map(String) : undefined;
  const valued = Array.isArray(values) ? values.map(typeOfValue) : undefined;
  const types = new Set(named ?? jsonTypes);
  if (types.has("number")) types.add("integer");
  return valued ? new Set(valued.filter((each) => types.has(each))) : types;
}

function typeOfValue(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

/** Returns a short name for a form of a union: the name of its schema, its title or its type. */
export function labelOf(schema: AnySchema): string | undefined {
  if (typeof schema === "boolean") return undefined;
  const name = referenceName(schema);
  if (name !== undefined) return name;
  if (typeof schema["title"] === "string") return schema["title"];
  const [type, more] = [...typesOf(normalForm(schema))].filter(
    (each, _, all) => each !== "integer" || !all.includes("number"),
  );
  return more === undefined ? type : undefined;
}
