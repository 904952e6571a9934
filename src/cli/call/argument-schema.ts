/** What a tool's input schema says about one argument, as far as a command line needs it. */
import { fileDefinition } from "../../../runtime/contract/file-input.js";
import { isObject, member, type JsonObject } from "../../../runtime/protocol/json.js";

export type JsonType = "string" | "number" | "integer" | "boolean" | "null" | "array" | "object";

export interface ArgumentSchema {
  /** The types that it may have; empty if the schema says nothing. */
  readonly types: ReadonlySet<JsonType>;
  /** The values that it may have, where they are listed. */
  readonly values: readonly unknown[];
  /** No other values than the listed are allowed. */
  readonly isClosed: boolean;
  /** The schema of the items of a list. */
  readonly items: unknown;
  /** It is a file for the API of a document. */
  readonly isFile: boolean;
  readonly description: string | undefined;
}

export interface ToolArguments {
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<string>;
  /** The schema has parts that name further arguments, or says that any may be given. */
  readonly isOpen: boolean;
}

/** Maximum schemas that are read for one argument. */
const maxSchemas = 1_000;

/** Returns the arguments that an input schema names, in itself and in the parts that all apply. */
export function argumentsOf(root: JsonObject): ToolArguments {
  const properties = new Map<string, unknown>();
  const required = new Set<string>();
  let isOpen = false;
  for (const part of partsOf(root, root, ["allOf"])) {
    const named = member(part, "properties");
    for (const [name, schema] of Object.entries(isObject(named) ? named : {})) {
      if (!properties.has(name)) properties.set(name, schema);
    }
    for (const name of listOf(member(part, "required"))) {
      if (typeof name === "string") required.add(name);
    }
    const further = member(part, "additionalProperties");
    isOpen ||= further === true || isObject(further) || isObject(member(part, "patternProperties"));
    isOpen ||= ["anyOf", "oneOf"].some((keyword) => Array.isArray(member(part, keyword)));
  }
  return { properties, required, isOpen: isOpen || properties.size === 0 };
}

/** Reads the schema of an argument. `root` is the input schema, in which references are resolved. */
export function argumentSchema(schema: unknown, root: JsonObject): ArgumentSchema {
  const types = new Set<JsonType>();
  const values: unknown[] = [];
  let items: unknown;
  let isFile = false;
  let description: string | undefined;
  for (const part of partsOf(schema, root, ["allOf", "anyOf", "oneOf"])) {
    isFile ||= member(part, "$ref") === `#/$defs/${fileDefinition}`;
    for (const type of [member(part, "type")].flat()) if (isType(type)) types.add(type);
    values.push(...listOf(member(part, "enum")));
    if (Object.hasOwn(part, "const")) values.push(part["const"]);
    items ??= member(part, "items");
    const text = member(part, "description");
    if (typeof text === "string") description ??= text;
  }
  if (types.size === 0) for (const value of values) types.add(typeOf(value));
  const isClosed = partsOf(schema, root, ["allOf"]).some(
    (part) => Array.isArray(member(part, "enum")) || Object.hasOwn(part, "const"),
  );
  return { types, values, isClosed, items, isFile, description };
}

/** Returns a schema, what it refers to, and the members of these keywords, at any depth. */
function partsOf(
  schema: unknown,
  root: JsonObject,
  keywords: readonly string[],
): readonly JsonObject[] {
  const parts = new Set<JsonObject>();
  const pending = [schema];
  for (let at = 0; at < pending.length && parts.size < maxSchemas; at++) {
    const part = pending[at];
    if (!isObject(part) || parts.has(part)) continue;
    parts.add(part);
    const ref = member(part, "$ref");
    if (typeof ref === "string") pending.push(referred(ref, root));
    for (const keyword of keywords) pending.push(...listOf(member(part, keyword)));
  }
  return [...parts];
}

/** Follows a reference within the schema. @see RFC 6901 */
function referred(ref: string, root: JsonObject): unknown {
  if (!ref.startsWith("#")) return undefined;
  let value: unknown = root;
  for (const token of ref.slice(1).split("/").slice(1)) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    value = isObject(value) ? member(value, name) : undefined;
  }
  return value;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, maxSchemas) : [];
}

const types: ReadonlySet<unknown> = new Set([
  "string",
  "number",
  "integer",
  "boolean",
  "null",
  "array",
  "object",
]);

function isType(value: unknown): value is JsonType {
  return types.has(value);
}

function typeOf(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value as JsonType;
}
