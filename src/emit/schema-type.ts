import type { NamedSchema, Schema } from "../operations/model.js";
import { isLeftOut, type Direction } from "../surface/directions.js";
import { commentLines } from "./comment.js";
import { stringLiteral } from "./literal.js";
import {
  anyObject,
  intersectionOf,
  neverType,
  undefinedType,
  unionOf,
  unknownType,
  type ObjectNode,
  type TypeMember,
  type TypeNode,
} from "./type-node.js";

/** What the type of a schema depends on besides the schema. */
export interface TypeContext {
  /** `input` leaves out readOnly properties, `output` writeOnly ones. */
  readonly direction: Direction;
  readonly schemas: ReadonlyMap<string, NamedSchema>;
  /** The type's name of a `$defs` name of the model, or undefined when there is none. */
  readonly nameOf: (source: string) => string | undefined;
}

type SchemaObject = Exclude<Schema, boolean>;

/** More values than this become the plain type of the values: nobody reads such a union. */
const maxEnumValues = 300;
/** Deeper schemas are `unknown` from there on. */
const maxDepth = 40;
/** Longer tuples are arrays. */
const maxTupleItems = 32;
/** An index signature that would have to admit more types than this admits all. */
const maxIndexTypes = 4;

/** The TypeScript type of the values that `schema` (JSON Schema 2020-12) describes; `not` and conditions are ignored. */
export function schemaType(schema: Schema, context: TypeContext, depth = 0): TypeNode {
  if (schema === true) return unknownType;
  if (schema === false) return neverType;
  if (depth > maxDepth) return unknownType;
  const sub = (each: Schema): TypeNode => schemaType(each, context, depth + 1);
  return intersectionOf([
    referenceType(schema, context),
    ...subschemas(schema, "allOf").map(sub),
    valueType(schema, sub, context),
    alternatives(schema, "oneOf", sub),
    alternatives(schema, "anyOf", sub),
  ]);
}

/** The doc comment of a member or type described by `schema`. */
export function schemaDoc(schema: Schema, description?: string): readonly string[] {
  const own = typeof schema === "object" ? schema : {};
  const text = description ?? own["description"] ?? own["title"];
  const lines = typeof text === "string" ? commentLines(text) : [];
  return own["deprecated"] === true ? [...lines, "@deprecated"] : lines;
}

const definitions = "#/$defs/";

function referenceType(schema: SchemaObject, context: TypeContext): TypeNode {
  const ref = schema["$ref"];
  if (typeof ref !== "string" || !ref.startsWith(definitions)) return unknownType;
  const name = context.nameOf(ref.slice(definitions.length));
  return name === undefined ? unknownType : { kind: "name", name };
}

function alternatives(
  schema: SchemaObject,
  keyword: "oneOf" | "anyOf",
  sub: (schema: Schema) => TypeNode,
): TypeNode {
  const members = subschemas(schema, keyword);
  return members.length === 0 ? unknownType : unionOf(members.map(sub));
}

/** What `type`, `enum`, `const` and the keywords that go with them say; `unknown` when they say nothing. */
function valueType(
  schema: SchemaObject,
  sub: (schema: Schema) => TypeNode,
  context: TypeContext,
): TypeNode {
  const types = typesOf(schema);
  const literals = literalType(schema, types);
  if (literals) return literals;
  return types.length === 0
    ? unknownType
    : unionOf(types.map((type) => typeByName(type, schema, sub, context)));
}

function typesOf(schema: SchemaObject): readonly string[] {
  const type = schema["type"];
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return type.filter((each) => typeof each === "string");
  if (isRecord(schema["properties"]) || isRecord(schema["patternProperties"])) return ["object"];
  if (isRecord(schema["additionalProperties"])) return ["object"];
  if (isRecord(schema["items"]) || Array.isArray(schema["prefixItems"])) return ["array"];
  return [];
}

function typeByName(
  type: string,
  schema: SchemaObject,
  sub: (schema: Schema) => TypeNode,
  context: TypeContext,
): TypeNode {
  switch (type) {
    case "integer":
    case "number":
      return { kind: "word", text: "number" };
    case "string":
    case "boolean":
    case "null":
      return { kind: "word", text: type };
    case "array":
      return arrayType(schema, sub);
    case "object":
      return objectType(schema, sub, context);
    default:
      return unknownType;
  }
}

/** `const` and `enum` as literals; undefined when there is none, or it holds values that have no literal type. */
function literalType(schema: SchemaObject, types: readonly string[]): TypeNode | undefined {
  const values = Object.hasOwn(schema, "const") ? [schema["const"]] : schema["enum"];
  if (!Array.isArray(values) || values.length === 0 || !values.every(isPrimitive)) return undefined;
  const fitting = values.filter((value) => types.some((type) => fits(value, type)));
  // A type that admits none of the values is a slip of the author's; the values are what they meant.
  const kept = types.length === 0 || fitting.length === 0 ? values : fitting;
  if (kept.length > maxEnumValues) {
    return unionOf(
      kept.map((value) => ({ kind: "word", text: value === null ? "null" : typeof value })),
    );
  }
  return unionOf(kept.map(literalWord));
}

function literalWord(value: string | number | boolean | null): TypeNode {
  if (typeof value === "string") return { kind: "word", text: stringLiteral(value) };
  // Infinity, which JSON's 1e400 is read as, has no literal type.
  if (typeof value === "number" && !Number.isFinite(value)) return { kind: "word", text: "number" };
  return { kind: "word", text: String(value) };
}

function fits(value: unknown, type: string): boolean {
  if (value === null) return type === "null";
  return type === "integer" ? typeof value === "number" : typeof value === type;
}

function arrayType(schema: SchemaObject, sub: (schema: Schema) => TypeNode): TypeNode {
  const items = isSchema(schema["items"]) ? schema["items"] : true;
  const prefix = subschemas(schema, "prefixItems");
  if (prefix.length === 0) return { kind: "array", item: sub(items) };
  if (prefix.length > maxTupleItems) return { kind: "array", item: unknownType };
  const least = typeof schema["minItems"] === "number" ? schema["minItems"] : 0;
  const tuple = {
    kind: "tuple",
    items: prefix.map(sub),
    required: Math.min(least, prefix.length),
  } as const;
  return items === false ? tuple : { ...tuple, rest: sub(items) };
}

function objectType(
  schema: SchemaObject,
  sub: (schema: Schema) => TypeNode,
  context: TypeContext,
): ObjectNode {
  const properties = isRecord(schema["properties"]) ? Object.entries(schema["properties"]) : [];
  const required = new Set(Array.isArray(schema["required"]) ? schema["required"] : []);
  const members: TypeMember[] = [];
  for (const [name, property] of properties) {
    if (!isSchema(property) || isLeftOut(property, context.direction, context.schemas)) continue;
    members.push({
      name,
      required: required.has(name),
      type: sub(property),
      doc: schemaDoc(property),
    });
  }
  const index = indexType(schema, members, sub);
  if (index) return { kind: "object", members, index };
  return members.length === 0 ? anyObject : { kind: "object", members };
}

/** The type of an index signature, wide enough for the named members too; undefined for none. */
function indexType(
  schema: SchemaObject,
  members: readonly TypeMember[],
  sub: (schema: Schema) => TypeNode,
): TypeNode | undefined {
  const additional = schema["additionalProperties"];
  const patterns = isRecord(schema["patternProperties"])
    ? Object.values(schema["patternProperties"]).filter(isSchema)
    : [];
  if (patterns.length === 0 && (additional === undefined || additional === false)) return undefined;
  const rest = patterns.length > 0 && additional === undefined ? true : additional;
  const own = [...patterns, ...(isSchema(rest) ? [rest] : [])].map(sub);
  const named = members.map((member) => member.type);
  const optional = members.some((member) => !member.required) ? [undefinedType] : [];
  const index = unionOf([...own, ...named, ...optional]);
  if (index.kind === "union" && index.members.length > maxIndexTypes) return unknownType;
  return index;
}

function subschemas(schema: SchemaObject, keyword: string): readonly Schema[] {
  const value = schema[keyword];
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "boolean" || isRecord(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isPrimitive(value: unknown): value is string | number | boolean | null {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}
