import { isObject, member, type JsonObject } from "../json.js";
import type { HeaderParameter } from "./mcp-headers.js";

export const headerKeyword = "x-mcp-header";
const types = new Set<unknown>(["string", "integer", "boolean"]);
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * Returns the arguments that clients repeat in headers: those with `x-mcp-header`, which may only stand in `properties`, at
 * any depth.
 *
 * @returns the fault as text for a header name that is not a token or is taken, and for a type that headers can't carry
 * @see MCP 2026-07-28, Tools, x-mcp-header
 */
export function readHeaderParameters(input: JsonObject): readonly HeaderParameter[] | string {
  // Most tools have none, and a server with a thousand tools must start fast.
  return mayHaveAny(input) ? collectAll(input) : none;
}

const none: readonly HeaderParameter[] = [];

/**
 * Returns false only if no property has the keyword. Has no helpers, because they would get hot enough to be optimized, which
 * costs a start with a thousand tools more than it saves.
 */
function mayHaveAny({ properties }: JsonObject): boolean {
  if (typeof properties !== "object") return false;
  for (const name in properties) {
    const property = (properties as JsonObject)[name] as JsonObject | null;
    if (typeof property !== "object" || property === null) continue;
    if (property[headerKeyword] !== undefined || mayHaveAny(property)) return true;
  }
  return false;
}

function collectAll(input: JsonObject): readonly HeaderParameter[] | string {
  const found = new Map<string, HeaderParameter>();
  const fault = collect(input, [], found);
  return fault ?? [...found.values()];
}

/** @returns the first fault */
function collect(
  schema: JsonObject,
  path: readonly string[],
  found: Map<string, HeaderParameter>,
): string | undefined {
  const properties = member(schema, "properties");
  if (!isObject(properties)) return undefined;
  for (const [name, property] of Object.entries(properties)) {
    if (!isObject(property)) continue;
    const inner = [...path, name];
    const fault =
      (Object.hasOwn(property, headerKeyword) ? add(property, inner, found) : undefined) ??
      collect(property, inner, found);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function add(
  schema: JsonObject,
  path: readonly string[],
  found: Map<string, HeaderParameter>,
): string | undefined {
  const name = schema[headerKeyword];
  const at = `${headerKeyword} of ${path.join(".")}`;
  if (typeof name !== "string" || !token.test(name)) {
    return `${at} must be a header name, not ${JSON.stringify(name)}`;
  }
  const type = member(schema, "type");
  if (!types.has(type)) return `${at} needs "type": "string", "integer" or "boolean"`;
  const header = `mcp-param-${name.toLowerCase()}`;
  if (found.has(header)) return `${at} is already used: ${name}`;
  found.set(header, { header, path, type: type as HeaderParameter["type"] });
  return undefined;
}
