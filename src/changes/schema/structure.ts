/** Schemas as texts that are equal if the schemas allow the same values in the same words. */
import { subschemaKind } from "../../surface/schema/subschemas.js";

/** A JSON Schema 2020-12. */
export type AnySchema = boolean | { readonly [keyword: string]: unknown };

/** Keywords that no value is checked against. */
const annotations: ReadonlySet<string> = new Set(
  "title description default deprecated readOnly writeOnly examples example externalDocs xml $comment $schema".split(
    " ",
  ),
);

/** Keywords whose lists have no order. */
const unordered: ReadonlySet<string> = new Set(["type", "required", "enum"]);

export function isAnnotation(keyword: string): boolean {
  return annotations.has(keyword) || keyword.startsWith("x-");
}

/** Returns a schema without annotations, as JSON with sorted keys. References stay names. */
export function structureOf(schema: AnySchema): string {
  return typeof schema === "boolean" ? String(schema) : structureText(schema, isAnnotation);
}

/** Returns a schema with its annotations, as JSON with sorted keys. */
export function wholeTextOf(schema: AnySchema): string {
  return typeof schema === "boolean" ? String(schema) : structureText(schema, () => false);
}

function structureText(schema: unknown, isLeftOut: (keyword: string) => boolean): string {
  if (typeof schema !== "object" || schema === null) return JSON.stringify(schema) ?? "null";
  const members = Object.entries(schema)
    .filter(([keyword, value]) => value !== undefined && !isLeftOut(keyword))
    .sort(byKey)
    .map(
      ([keyword, value]) => `${JSON.stringify(keyword)}:${memberText(keyword, value, isLeftOut)}`,
    );
  return `{${members.join(",")}}`;
}

function memberText(
  keyword: string,
  value: unknown,
  isLeftOut: (keyword: string) => boolean,
): string {
  const textOf = (one: unknown): string => structureText(one, isLeftOut);
  switch (subschemaKind(keyword)) {
    case "single":
      return textOf(value);
    case "listed":
      return Array.isArray(value) ? `[${value.map(textOf).join(",")}]` : canonicalJson(value);
    case "named": {
      if (typeof value !== "object" || value === null) return canonicalJson(value);
      const members = Object.entries(value).sort(byKey);
      return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${textOf(one)}`).join(",")}}`;
    }
    case undefined:
      if (!unordered.has(keyword) || !Array.isArray(value)) return canonicalJson(value);
      return `[${value.map(canonicalJson).sort().join(",")}]`;
  }
}

/** Returns JSON with sorted keys. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(byKey)
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(",")}}`;
}

function byKey([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
