/** Finds `x-mcp-header` where it has no meaning. Clients alone look for it, because they must leave such tools out. */
import { isObject, member, type JsonObject } from "../json.js";
import { headerKeyword } from "./header-parameters.js";

/** Keywords that hold a schema or a list of schemas. */
const inner = [
  "additionalItems",
  "additionalProperties",
  "allOf",
  "anyOf",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "oneOf",
  "prefixItems",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
];
/** Keywords that hold schemas by name, besides `properties`. */
const named = ["$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties"];

/**
 * Returns the place of an `x-mcp-header` that is not on a property reachable from the root by `properties` alone, as a JSON
 * Pointer; undefined if there is none.
 *
 * @see MCP 2026-07-28, Streamable HTTP, Schema Extension
 */
export function misplacedHeader(input: JsonObject): string | undefined {
  return Object.hasOwn(input, headerKeyword) ? `/${headerKeyword}` : below(input, "", true);
}

function below(schema: JsonObject, at: string, isChain: boolean): string | undefined {
  for (const keyword of inner) {
    const value = member(schema, keyword);
    if (typeof value !== "object" || value === null) continue;
    const found = Array.isArray(value)
      ? firstOf(value.entries(), `${at}/${keyword}`, false)
      : find(value, `${at}/${keyword}`, false);
    if (found !== undefined) return found;
  }
  for (const keyword of named) {
    const found = firstOf(entriesOf(member(schema, keyword)), `${at}/${keyword}`, false);
    if (found !== undefined) return found;
  }
  return firstOf(entriesOf(member(schema, "properties")), `${at}/properties`, isChain);
}

function firstOf(
  schemas: Iterable<readonly [string | number, unknown]>,
  at: string,
  isChain: boolean,
): string | undefined {
  for (const [name, schema] of schemas) {
    const found = find(schema, `${at}/${name}`, isChain);
    if (found !== undefined) return found;
  }
  return undefined;
}

function find(schema: unknown, at: string, isChain: boolean): string | undefined {
  if (!isObject(schema)) return undefined;
  if (!isChain && Object.hasOwn(schema, headerKeyword)) return `${at}/${headerKeyword}`;
  return below(schema, at, isChain);
}

function entriesOf(value: unknown): Iterable<readonly [string, unknown]> {
  return isObject(value) ? Object.entries(value) : [];
}
