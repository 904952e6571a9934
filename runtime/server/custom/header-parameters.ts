import { isObject, member, type JsonObject } from "../../protocol/json.js";
import type { HeaderParameter } from "../../protocol/headers/mcp-headers.js";

const keyword = "x-mcp-header";
const types = new Set<unknown>(["string", "integer", "boolean"]);
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * Returns the arguments that clients repeat in headers: those with `x-mcp-header`, which may only stand in `properties`, at
 * any depth.
 *
 * @throws TypeError for a header name that is not a token or is taken, and for a type that headers can't carry
 * @see MCP 2026-07-28, Tools, x-mcp-header
 */
export function headerParameters(tool: string, input: JsonObject): readonly HeaderParameter[] {
  // Most tools have none, and a server with a thousand tools must start fast.
  return mayHaveAny(input) ? collectAll(tool, input) : none;
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
    if (property[keyword] !== undefined || mayHaveAny(property)) return true;
  }
  return false;
}

function collectAll(tool: string, input: JsonObject): readonly HeaderParameter[] {
  const found = new Map<string, HeaderParameter>();
  collect(input, [], (path, schema) => {
    const name = schema[keyword];
    const at = `${keyword} of ${path.join(".")} in the tool ${tool}`;
    if (typeof name !== "string" || !token.test(name)) {
      throw new TypeError(`${at} must be a header name, not ${JSON.stringify(name)}.`);
    }
    const type = member(schema, "type");
    if (!types.has(type)) {
      throw new TypeError(`${at} needs "type": "string", "integer" or "boolean".`);
    }
    const header = `mcp-param-${name.toLowerCase()}`;
    if (found.has(header)) throw new TypeError(`${at} is already used: ${name}.`);
    found.set(header, { header, path, type: type as HeaderParameter["type"] });
  });
  return [...found.values()];
}

function collect(
  schema: JsonObject,
  path: readonly string[],
  found: (path: readonly string[], schema: JsonObject) => void,
): void {
  const properties = member(schema, "properties");
  if (!isObject(properties)) return;
  for (const [name, property] of Object.entries(properties)) {
    if (!isObject(property)) continue;
    const inner = [...path, name];
    if (Object.hasOwn(property, keyword)) found(inner, property);
    collect(property, inner, found);
  }
}
