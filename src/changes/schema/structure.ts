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
  const members = Object.entries(schema).sort(byKey).map(wordsOfMember);
  const words = members.filter((member) => member !== "");
  return words.length === 0 ? "" : `{${words.join(",")}}`;
}

function wordsOfMember([keyword, value]: readonly [string, unknown]): string {
  const key = JSON.stringify(keyword);
  if (isAnnotation(keyword)) return value === undefined ? "" : `${key}:${canonicalJson(value)}`;
  const kind = subschemaKind(keyword);
  if (kind === undefined || typeof value !== "object" || value === null) return "";
  const within = kind === "single" ? wordsOf(value) : wordsOfEach(value);
  return within === "" ? "" : `${key}:${within}`;
}

/** @param schemas a list or a map of schemas */
function wordsOfEach(schemas: object): string {
  const words = Object.entries(schemas)
    .sort(byKey)
    .map(([name, schema]) => [name, wordsOf(schema)] as const)
    .filter(([, text]) => text !== "");
  if (words.length === 0) return "";
  return `{${words.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(",")}}`;
}

function structureText(schema: unknown): string {
  if (typeof schema !== "object" || schema === null) return JSON.stringify(schema) ?? "null";
  const members = Object.entries(schema)
    .filter(([keyword, value]) => value !== undefined && !isAnnotation(keyword))
    .sort(byKey)
    .map(([keyword, value]) => `${JSON.stringify(keyword)}:${memberText(keyword, value)}`);
  return `{${members.join(",")}}`;
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
      const members = Object.entries(value).sort(byKey);
      return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${structureText(one)}`).join(",")}}`;
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
