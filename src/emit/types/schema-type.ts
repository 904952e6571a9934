import { fileDefinition } from "../../../runtime/contract/file-input.js";
import type { NamedSchemas, Schema } from "../../operations/model.js";
import { isLeftOut, type Direction } from "../../surface/schema/directions.js";
import { liftSingleRef, refName } from "../../surface/schema/object-shape.js";
import { subtypeChoices } from "../../surface/schema/subtype-choices.js";
import { commentLines } from "../comment.js";
import { requiredElsewhere, type SchemaObject } from "./schema-parts.js";
import { discriminatorOf, taggedType } from "./tagged-type.js";
import {
  anyObject,
  anyValue,
  intersectionOf,
  literalType,
  neverType,
  nullType,
  numberType,
  undefinedType,
  unionOf,
  unknownType,
  type ObjectNode,
  type TypeMember,
  type TypeNode,
} from "./type-node.js";
import { spend } from "../../diagnostics/work.js";

export interface TypeContext {
  /** `input` leaves out readOnly properties, `output` writeOnly ones. */
  readonly direction: Direction;
  readonly schemas: NamedSchemas;
  /** Maps a `$defs` name of the model to the name of its type; undefined if it has none. */
  readonly nameOf: (source: string) => string | undefined;
}

const stringType: TypeNode = { kind: "word", text: "string" };
const booleanType: TypeNode = { kind: "word", text: "boolean" };
const fileType: TypeNode = { kind: "word", text: "FileInput" };

/** Maximum literals in a union; beyond it, the type is that of the values, such as `string`. */
const maxEnumValues = 300;
/** Maximum nesting; deeper schemas are `unknown`. */
const maxDepth = 40;
/** Maximum items of a tuple; longer ones are arrays. */
const maxTupleItems = 32;
/** Maximum types of an index signature; beyond it, the type is `unknown`. */
const maxIndexTypes = 4;

/** Where a schema is. */
export interface Position {
  readonly depth: number;
  /** The schemas that have this one in their `allOf`, `oneOf` or `anyOf`, innermost first. */
  readonly around: readonly Schema[];
  /** It is in an `allOf`. */
  readonly isPart?: true;
  /** The name of the schema in the model, if it has one. */
  readonly name?: string;
}

const alone: Position = { depth: 0, around: [] };

function below(depth: number): Position {
  return { depth: depth + 1, around: [] };
}

/** Returns the TypeScript type of a schema (JSON Schema 2020-12), ignoring `not` and conditions. */
export function schemaType(schema: Schema, context: TypeContext, at: Position = alone): TypeNode {
  spend(1);
  if (schema === true) return unknownType;
  if (schema === false) return neverType;
  const { depth, around } = at;
  if (depth > maxDepth) return unknownType;
  const lifted = liftSingleRef(schema);
  const inner: Position = { depth: depth + 1, around: [schema, ...around] };
  const parts: TypeNode[] = [];
  if (lifted["$ref"] !== undefined) parts.push(referenceType(lifted, context, at));
  for (const part of subschemas(lifted, "allOf")) {
    parts.push(schemaType(part, context, { ...inner, isPart: true }));
  }
  const value = valueType(lifted, context, depth);
  if (value) parts.push(value);
  const required = requiredType(lifted, around, context, depth);
  if (required) parts.push(required);
  for (const keyword of ["oneOf", "anyOf"]) {
    const members = subschemas(lifted, keyword);
    if (members.length === 0) continue;
    const discriminator =
      keyword === "oneOf" || !lifted["oneOf"] ? discriminatorOf(lifted) : undefined;
    parts.push(
      unionOf(
        members.map((member, index) => {
          const type = schemaType(member, context, inner);
          const tags = discriminator?.tags[index];
          if (!discriminator || !tags) return type;
          const { propertyName } = discriminator;
          return taggedType(type, [member, ...inner.around], propertyName, tags, context);
        }),
      ),
    );
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
    const type = intersectionOf(described.map((each) => schemaType(each, context, below(depth))));
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
  return schemas.map((each) => schemaType(each, context, below(depth)));
}

/** Returns the lines of the doc comment of a member or type with this schema. */
export function schemaDoc(schema: Schema, description?: string): readonly string[] {
  const own = typeof schema === "object" ? schema : {};
  const text = description ?? own["description"] ?? own["title"];
  const lines = typeof text === "string" ? commentLines(text) : [];
  return own["deprecated"] === true ? [...lines, "@deprecated"] : lines;
}

/** A name; in input a union, if discriminated subtypes may be given in place of the schema. */
function referenceType(schema: SchemaObject, context: TypeContext, at: Position): TypeNode {
  const source = refName(schema["$ref"]);
  if (source === undefined) return unknownType;
  if (source === fileDefinition) return fileType;
  const { direction, schemas } = context;
  const isChoice = direction === "input" && !at.isPart;
  const choices = isChoice ? subtypeChoices(schema, at.name, schemas) : [];
  const { discriminator } = schemas.get(source) ?? {};
  if (choices.length === 0 || !discriminator) return nameType(source, context);
  const { property, tags } = discriminator;
  return unionOf(
    [...choices, source].map((choice, index) => {
      const type = nameType(choice, context);
      const own = tags[index];
      return own ? taggedType(type, [{ $ref: `#/$defs/${choice}` }], property, own, context) : type;
    }),
  );
}

function nameType(source: string, { nameOf }: TypeContext): TypeNode {
  const name = nameOf(source);
  return name === undefined ? unknownType : { kind: "name", name };
}

/** Returns the type given by `type`, `enum`, `const` and related keywords; undefined if there are none. */
function valueType(
  schema: SchemaObject,
  context: TypeContext,
  depth: number,
): TypeNode | undefined {
  const types = typesOf(schema);
  const literals = valuesType(schema, types);
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
function valuesType(schema: SchemaObject, types: readonly string[]): TypeNode | undefined {
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
  return unionOf(kept.map(literalType));
}

function fits(value: unknown, type: string): boolean {
  if (value === null) return type === "null";
  return type === "integer" ? typeof value === "number" : typeof value === type;
}

function arrayType(schema: SchemaObject, context: TypeContext, depth: number): TypeNode {
  const items = isSchema(schema["items"]) ? schema["items"] : true;
  const prefix = subschemas(schema, "prefixItems");
  if (prefix.length === 0) return { kind: "array", item: schemaType(items, context, below(depth)) };
  if (prefix.length > maxTupleItems) return { kind: "array", item: unknownType };
  const least = typeof schema["minItems"] === "number" ? schema["minItems"] : 0;
  const tuple = {
    kind: "tuple",
    items: typesOfEach(prefix, context, depth),
    required: Math.min(least, prefix.length),
  } as const;
  return items === false ? tuple : { ...tuple, rest: schemaType(items, context, below(depth)) };
}

function objectType(schema: SchemaObject, context: TypeContext, depth: number): ObjectNode {
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  const required = new Set<unknown>(Array.isArray(schema["required"]) ? schema["required"] : []);
  const members: TypeMember[] = [];
  for (const name of Object.keys(properties)) {
    const property = properties[name];
    if (!isSchema(property) || isLeftOut(property, context.direction, context.schemas)) continue;
    const type = schemaType(property, context, below(depth));
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
