/** Kinds of values of keywords. Other keywords are left out of the model. */
export type KeywordKind =
  /** A subschema for a part of the instance. */
  | "schema"
  /** A subschema for the instance itself. */
  | "schemaInPlace"
  | "schemaList"
  /** Subschemas for the instance itself: all or some apply. */
  | "allInPlace"
  | "someInPlace"
  | "schemaMap"
  | "schemaMapInPlace"
  | "patternMap"
  | "number"
  | "positive"
  | "count"
  | "limit"
  | "boolean"
  | "annotation"
  | "readOnly"
  | "text"
  | "data"
  | "dataList"
  | "type"
  | "enum"
  | "names"
  | "nameLists"
  | "pattern"
  | "items"
  | "dependencies";

/** @see JSON Schema 2020-12 core sections 10 and 11, validation sections 6 to 9 */
export const keywords: ReadonlyMap<string, KeywordKind> = new Map<string, KeywordKind>([
  ["title", "text"],
  ["description", "text"],
  ["type", "type"],
  ["format", "text"],
  ["enum", "enum"],
  ["const", "data"],
  ["default", "data"],
  ["examples", "dataList"],
  ["deprecated", "annotation"],
  ["readOnly", "readOnly"],
  ["writeOnly", "annotation"],
  ["multipleOf", "positive"],
  ["minimum", "number"],
  ["maximum", "number"],
  ["exclusiveMinimum", "limit"],
  ["exclusiveMaximum", "limit"],
  ["minLength", "count"],
  ["maxLength", "count"],
  ["pattern", "pattern"],
  ["contentEncoding", "text"],
  ["contentMediaType", "text"],
  ["contentSchema", "schema"],
  ["xml", "data"],
  ["items", "items"],
  ["prefixItems", "schemaList"],
  ["contains", "schema"],
  ["minContains", "count"],
  ["maxContains", "count"],
  ["minItems", "count"],
  ["maxItems", "count"],
  ["uniqueItems", "boolean"],
  ["unevaluatedItems", "schema"],
  ["properties", "schemaMap"],
  ["patternProperties", "patternMap"],
  ["additionalProperties", "schema"],
  ["unevaluatedProperties", "schema"],
  ["propertyNames", "schema"],
  ["required", "names"],
  ["minProperties", "count"],
  ["maxProperties", "count"],
  ["dependentRequired", "nameLists"],
  ["dependentSchemas", "schemaMapInPlace"],
  ["dependencies", "dependencies"],
  ["allOf", "allInPlace"],
  ["anyOf", "someInPlace"],
  ["oneOf", "someInPlace"],
  ["not", "schemaInPlace"],
  ["if", "schemaInPlace"],
  ["then", "schemaInPlace"],
  ["else", "schemaInPlace"],
]);

export const types: ReadonlySet<string> = new Set([
  "string",
  "number",
  "integer",
  "boolean",
  "object",
  "array",
  "null",
]);

/** Types of other languages, and their JSON Schema names. */
export const typeHints: ReadonlyMap<string, string> = new Map([
  ["int", "integer"],
  ["long", "integer"],
  ["float", "number"],
  ["double", "number"],
  ["decimal", "number"],
  ["bool", "boolean"],
  ["str", "string"],
  ["text", "string"],
  ["date", "string"],
  ["datetime", "string"],
  ["uuid", "string"],
  ["file", "string"],
  ["list", "array"],
  ["dict", "object"],
  ["map", "object"],
  ["json", "object"],
]);
