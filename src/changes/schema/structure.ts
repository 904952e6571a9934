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
  return typeof schema === "boolean" ? String(schema) : structureText(schema);
}

/** Returns the annotations of a schema and of those within it, as JSON with sorted keys; empty if there are none. */
export function wordsOf(schema: unknown): string {
  if (typeof schema !== "object" || schema === null) return "";
  const words = sortedMembers(schema, wordsOfMember);
  return words === "{}" ? "" : words;
}

function wordsOfMember(value: unknown, keyword: string): string {
  if (isAnnotation(keyword)) return value === undefined ? "" : canonicalJson(value);
  const kind = subschemaKind(keyword);
  if (kind === undefined || typeof value !== "object" || value === null) return "";
  if (kind === "single") return wordsOf(value);
  const words = sortedMembers(value, wordsOf);
  return words === "{}" ? "" : words;
}

function structureText(schema: unknown): string {
  if (typeof schema !== "object" || schema === null) return JSON.stringify(schema) ?? "null";
  return sortedMembers(schema, (value, keyword) => {
    return value === undefined || isAnnotation(keyword) ? "" : memberText(keyword, value);
  });
}

/** Returns an object as JSON with sorted keys, without the members that `textOf` gives no text. */
function sortedMembers(value: object, textOf: (member: unknown, name: string) => string): string {
  let members = "";
  for (const name of Object.keys(value).sort()) {
    const text = textOf((value as Readonly<Record<string, unknown>>)[name], name);
    if (text !== "") members += `${members === "" ? "" : ","}${JSON.stringify(name)}:${text}`;
  }
  return `{${members}}`;
}

function memberText(keyword: string, value: unknown): string {
  switch (subschemaKind(keyword)) {
    case "single":
      return structureText(value);
    case "listed":
      return Array.isArray(value)
        ? `[${value.map(structureText).join(",")}]`
        : canonicalJson(value);
    case "named": {
      if (typeof value !== "object" || value === null) return canonicalJson(value);
      return sortedMembers(value, structureText);
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
  return sortedMembers(value, (member) => (member === undefined ? "" : canonicalJson(member)));
}
