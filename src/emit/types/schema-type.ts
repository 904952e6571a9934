import { fileDefinition } from "../../../runtime/contract/file-input.js";
import type { NamedSchema, Schema } from "../../operations/model.js";
import { isLeftOut, type Direction } from "../../surface/schema/directions.js";
import { refName } from "../../surface/schema/object-shape.js";
import { commentLines } from "../comment.js";
import { stringLiteral } from "../literal.js";
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

const numberType: TypeNode = { kind: "word", text: "number" };
const stringType: TypeNode = { kind: "word", text: "string" };
const booleanType: TypeNode = { kind: "word", text: "boolean" };
const nullType: TypeNode = { kind: "word", text: "null" };
/** The runtime's own. */
const fileType: TypeNode = { kind: "word", text: "FileInput" };

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
  const parts: TypeNode[] = [];
  if (schema["$ref"] !== undefined) parts.push(referenceType(schema, context));
  for (const part of subschemas(schema, "allOf")) parts.push(schemaType(part, context, depth + 1));
  const value = valueType(schema, context, depth);
  if (value) parts.push(value);
  for (const keyword of ["oneOf", "anyOf"]) {
    const members = subschemas(schema, keyword);
    if (members.length > 0) parts.push(unionOf(typesOfEach(members, context, depth)));
  }
  return intersectionOf(parts);
}

function typesOfEach(
  schemas: readonly Schema[],
  context: TypeContext,
  depth: number,
): readonly TypeNode[] {
  return schemas.map((each) => schemaType(each, context, depth + 1));
}

/** The doc comment of a member or type described by `schema`. */
export function schemaDoc(schema: Schema, description?: string): readonly string[] {
  const own = typeof schema === "object" ? schema : {};
  const text = description ?? own["description"] ?? own["title"];
  const lines = typeof text === "string" ? commentLines(text) : [];
  return own["deprecated"] === true ? [...lines, "@deprecated"] : lines;
}

function referenceType(schema: SchemaObject, context: TypeContext): TypeNode {
  const source = refName(schema["$ref"]);
  if (source === fileDefinition) return fileType;
  const name = source === undefined ? undefined : context.nameOf(source);
  return name === undefined ? unknownType : { kind: "name", name };
}

/** What `type`, `enum`, `const` and the keywords that go with them say; undefined when they say nothing. */
function valueType(
  schema: SchemaObject,
  context: TypeContext,
  depth: number,
): TypeNode | undefined {
  const types = typesOf(schema);
  const literals = literalType(schema, types);
  if (literals || types.length === 0) return literals;
  return unionOf(types.map((type) => typeByName(type, schema, context, depth)));
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
  context: TypeContext,
  depth: number,
): TypeNode {
  switch (type) {
    case "integer":
    case "number":
      return numberType;
    case "string":
      return stringType;
    case "boolean":
      return booleanType;
    case "null":
      return nullType;
    case "array":
      return arrayType(schema, context, depth);
    case "object":
      return objectType(schema, context, depth);
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
  if (typeof value === "number" && !Number.isFinite(value)) return numberType;
  return { kind: "word", text: String(value) };
}

function fits(value: unknown, type: string): boolean {
  if (value === null) return type === "null";
  return type === "integer" ? typeof value === "number" : typeof value === type;
}

function arrayType(schema: SchemaObject, context: TypeContext, depth: number): TypeNode {
  const items = isSchema(schema["items"]) ? schema["items"] : true;
  const prefix = subschemas(schema, "prefixItems");
  if (prefix.length === 0) return { kind: "array", item: schemaType(items, context, depth + 1) };
  if (prefix.length > maxTupleItems) return { kind: "array", item: unknownType };
  const least = typeof schema["minItems"] === "number" ? schema["minItems"] : 0;
  const tuple = {
    kind: "tuple",
    items: typesOfEach(prefix, context, depth),
    required: Math.min(least, prefix.length),
  } as const;
  return items === false ? tuple : { ...tuple, rest: schemaType(items, context, depth + 1) };
}

function objectType(schema: SchemaObject, context: TypeContext, depth: number): ObjectNode {
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  const required = new Set<unknown>(Array.isArray(schema["required"]) ? schema["required"] : []);
  const members: TypeMember[] = [];
  for (const name of Object.keys(properties)) {
    const property = properties[name];
    if (!isSchema(property) || isLeftOut(property, context.direction, context.schemas)) continue;
    const type = schemaType(property, context, depth + 1);
    members.push({ name, required: required.has(name), type, doc: schemaDoc(property) });
  }
  const index = indexType(schema, members, context, depth);
  if (index) return { kind: "object", members, index };
  return members.length === 0 ? anyObject : { kind: "object", members };
}

/** The type of an index signature, wide enough for the named members too; undefined for none. */
function indexType(
  schema: SchemaObject,
  members: readonly TypeMember[],
  context: TypeContext,
  depth: number,
): TypeNode | undefined {
  const additional = schema["additionalProperties"];
  const patterns = isRecord(schema["patternProperties"])
    ? Object.values(schema["patternProperties"]).filter(isSchema)
    : [];
  if (patterns.length === 0 && (additional === undefined || additional === false)) return undefined;
  const rest = patterns.length > 0 && additional === undefined ? true : additional;
  const own = typesOfEach([...patterns, ...(isSchema(rest) ? [rest] : [])], context, depth);
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
