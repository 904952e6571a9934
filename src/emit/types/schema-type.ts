import { requiredElsewhere } from "./required-members.js";
import { fileDefinition } from "../../../runtime/contract/file-input.js";
import type { NamedSchemas, Schema } from "../../operations/model.js";
import { isLeftOut, type Direction } from "../../surface/schema/directions.js";
import { refName } from "../../surface/schema/object-shape.js";
import { commentLines } from "../comment.js";
import { stringLiteral } from "../literal.js";
import {
  anyObject,
  anyValue,
  intersectionOf,
  neverType,
  undefinedType,
  unionOf,
  unknownType,
  type ObjectNode,
  type TypeMember,
  type TypeNode,
} from "./type-node.js";

export interface TypeContext {
  /** `input` leaves out readOnly properties, `output` writeOnly ones. */
  readonly direction: Direction;
  readonly schemas: NamedSchemas;
  /** Maps a `$defs` name of the model to the name of its type; undefined if it has none. */
  readonly nameOf: (source: string) => string | undefined;
}

const numberType: TypeNode = { kind: "word", text: "number" };
const stringType: TypeNode = { kind: "word", text: "string" };
const booleanType: TypeNode = { kind: "word", text: "boolean" };
const nullType: TypeNode = { kind: "word", text: "null" };
const fileType: TypeNode = { kind: "word", text: "FileInput" };

type SchemaObject = Exclude<Schema, boolean>;

/** Maximum literals in a union; beyond it, the type is that of the values, such as `string`. */
const maxEnumValues = 300;
/** Maximum nesting; deeper schemas are `unknown`. */
const maxDepth = 40;
/** Maximum items of a tuple; longer ones are arrays. */
const maxTupleItems = 32;
/** Maximum types of an index signature; beyond it, the type is `unknown`. */
const maxIndexTypes = 4;

/**
 * Returns the TypeScript type of a schema (JSON Schema 2020-12), ignoring `not` and conditions.
 *
 * @param around the schemas that have this one in their `allOf`, `oneOf` or `anyOf`
 */
export function schemaType(
  schema: Schema,
  context: TypeContext,
  depth = 0,
  around: readonly Schema[] = [],
): TypeNode {
  if (schema === true) return unknownType;
  if (schema === false) return neverType;
  if (depth > maxDepth) return unknownType;
  const parts: TypeNode[] = [];
  if (schema["$ref"] !== undefined) parts.push(referenceType(schema, context));
  const whole = [schema, ...around];
  const typesInPlace = (members: readonly Schema[]): readonly TypeNode[] =>
    members.map((member) => schemaType(member, context, depth + 1, whole));
  parts.push(...typesInPlace(subschemas(schema, "allOf")));
  const value = valueType(schema, context, depth);
  if (value) parts.push(value);
  const required = requiredType(schema, around, context, depth);
  if (required) parts.push(required);
  for (const keyword of ["oneOf", "anyOf"]) {
    const members = subschemas(schema, keyword);
    if (members.length > 0) parts.push(unionOf(typesInPlace(members)));
  }
  return intersectionOf(parts);
}

/** Returns the type of the members that the schema requires but does not describe; undefined if there are none. */
function requiredType(
  schema: SchemaObject,
  around: readonly Schema[],
  context: TypeContext,
  depth: number,
): TypeNode | undefined {
  const types = typesOf(schema);
  if (types.length > 0 && !types.includes("object")) return undefined;
  const { direction, schemas } = context;
  const further = schema["additionalProperties"];
  const members = requiredElsewhere(schema, around, direction, schemas).flatMap((member) => {
    const found = member.schemas;
    // A schema without a type, such as `{ required: [a] }` alone, also allows values that are no objects.
    if (found.length === 0 && types.length === 0) return [];
    const described = found.length > 0 || !isRecord(further) ? found : [further];
    const type = intersectionOf(described.map((each) => schemaType(each, context, depth + 1)));
    return [{ name: member.name, required: true, type: brief(type), doc: [] }];
  });
  if (members.length === 0) return undefined;
  const object: TypeNode = { kind: "object", members };
  return types.includes("null") ? unionOf([object, nullType]) : object;
}

/** Leaves out the members of a type that another part of an intersection has: what remains excludes undefined, and null. */
function brief(type: TypeNode): TypeNode {
  switch (type.kind) {
    case "object":
    case "tuple":
      return anyValue;
    case "array":
      return type.item.kind === "word" || type.item.kind === "name" ? type : anyValue;
    case "intersection":
      return intersectionOf(type.members.map(brief));
    case "union":
      return unionOf(type.members.map(brief));
    default:
      return type;
  }
}

function typesOfEach(
  schemas: readonly Schema[],
  context: TypeContext,
  depth: number,
): readonly TypeNode[] {
  return schemas.map((each) => schemaType(each, context, depth + 1));
}

/** Returns the lines of the doc comment of a member or type with this schema. */
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

/** Returns the type given by `type`, `enum`, `const` and related keywords; undefined if there are none. */
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

/** Returns `const` or `enum` as literal types; undefined if there are none. */
function literalType(schema: SchemaObject, types: readonly string[]): TypeNode | undefined {
  const values = Object.hasOwn(schema, "const") ? [schema["const"]] : schema["enum"];
  if (!Array.isArray(values) || values.length === 0 || !values.every(isPrimitive)) return undefined;
  const fitting = values.filter((value) => types.some((type) => fits(value, type)));
  // If `type` excludes all values, that is a mistake in the document; keep the values.
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
  // JSON.parse reads 1e400 as Infinity, which has no literal type.
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

/** Returns the type of the index signature, which must include those of the named members. */
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
