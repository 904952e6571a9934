import type { Schema } from "../../operations/model.js";
import { spend } from "../../diagnostics/work.js";

/** Keywords whose value is one schema. */
const single = new Set([
  "items",
  "additionalProperties",
  "not",
  "if",
  "then",
  "else",
  "contains",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
  "contentSchema",
]);
const listed = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const named = new Set(["properties", "patternProperties", "dependentSchemas"]);

export type SubschemaKind = "single" | "listed" | "named" | undefined;

/** Returns how a keyword of JSON Schema 2020-12 holds schemas; undefined if it holds data. */
export function subschemaKind(keyword: string): SubschemaKind {
  if (single.has(keyword)) return "single";
  if (listed.has(keyword)) return "listed";
  return named.has(keyword) ? "named" : undefined;
}

const inPlace = new Set([
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
]);

/** Whether the schemas of a keyword apply to the same instance as the schema that has it. */
export function appliesInPlace(keyword: string): boolean {
  return inPlace.has(keyword);
}

/** Calls `visit` for every schema directly below this one, with the keyword that holds it. */
export function forEachSubschema(
  schema: Exclude<Schema, boolean>,
  visit: (subschema: Schema, keyword: string) => void,
): void {
  spend(1);
  for (const keyword in schema) {
    const value = schema[keyword];
    switch (subschemaKind(keyword)) {
      case "single":
        visit(value as Schema, keyword);
        break;
      case "listed":
        for (const subschema of value as readonly Schema[]) visit(subschema, keyword);
        break;
      case "named":
        for (const subschema of Object.values(value as Readonly<Record<string, Schema>>)) {
          visit(subschema, keyword);
        }
        break;
      case undefined:
    }
  }
}
