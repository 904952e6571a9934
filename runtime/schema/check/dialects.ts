/** What the keywords of each dialect are: the schemas that they hold, and the form of the others. */
import type { Dialect } from "../dialect.js";

/** The form of a keyword's value. Those of the first kind hold schemas. */
export type Form =
  | "schema"
  | "schemas"
  | "schema or schemas"
  | "named schemas"
  | "named schemas or names"
  | "value"
  | "type"
  | "number"
  | "number or boolean"
  | "boolean"
  | "string"
  | "list"
  | "lists";

const common: Readonly<Record<string, Form>> = {
  type: "type",
  enum: "list",
  multipleOf: "number",
  maximum: "number",
  minimum: "number",
  maxLength: "number",
  minLength: "number",
  pattern: "string",
  maxItems: "number",
  minItems: "number",
  uniqueItems: "boolean",
  maxProperties: "number",
  minProperties: "number",
  required: "list",
  properties: "named schemas",
  patternProperties: "named schemas",
  additionalProperties: "schema",
  dependencies: "named schemas or names",
  definitions: "named schemas",
  $defs: "named schemas",
  allOf: "schemas",
  anyOf: "schemas",
  oneOf: "schemas",
  not: "schema",
  $ref: "string",
};

const tuples: Readonly<Record<string, Form>> = {
  items: "schema or schemas",
  additionalItems: "schema",
};

const since06: Readonly<Record<string, Form>> = {
  const: "value",
  exclusiveMaximum: "number",
  exclusiveMinimum: "number",
  contains: "schema",
  propertyNames: "schema",
};

const conditions = ["if", "then", "else"].map((name): [string, Form] => [name, "schema"]);
const since07: Readonly<Record<string, Form>> = Object.fromEntries(conditions);

const since2019: Readonly<Record<string, Form>> = {
  minContains: "number",
  maxContains: "number",
  dependentRequired: "lists",
  dependentSchemas: "named schemas",
  unevaluatedItems: "schema",
  unevaluatedProperties: "schema",
};

const draft04 = {
  ...common,
  ...tuples,
  exclusiveMaximum: "number or boolean",
  exclusiveMinimum: "number or boolean",
} as const;
const draft06 = { ...common, ...tuples, ...since06 };
const draft07 = { ...draft06, ...since07 };

/** The keywords that a dialect knows and that check values, hold schemas or refer to some. */
export const formsOf: Readonly<Record<Dialect, ReadonlyMap<string, Form>>> = {
  "draft-04": formMap(draft04),
  "draft-06": formMap(draft06),
  "draft-07": formMap(draft07),
  "2019-09": formMap({ ...draft07, ...since2019, $recursiveRef: "string" }),
  "2020-12": formMap({
    ...common,
    ...since06,
    ...since07,
    ...since2019,
    items: "schema",
    prefixItems: "schemas",
    $dynamicRef: "string",
  }),
};

function formMap(forms: Readonly<Record<string, Form>>): ReadonlyMap<string, Form> {
  return new Map(Object.entries(forms));
}

export function isOlder(dialect: Dialect): boolean {
  return dialect.startsWith("draft");
}
