/** The headers in which a client repeats parts of a request over HTTP, since 2026-07-28. Servers read them in `mcp-headers.ts`. */
import { exactInteger } from "../read-integers.js";
import { isObject, member, type JsonObject } from "../json.js";
import { namedBy, type HeaderParameter } from "./mcp-headers.js";

/**
 * Returns the headers that every request has: `Mcp-Method` and, for requests about something with a name, `Mcp-Name`.
 *
 * @returns values by lower-case name
 * @see MCP 2026-07-28, Streamable HTTP, Standard Request Headers
 */
export function headersOfRequest(method: string, params: JsonObject): Record<string, string> {
  const headers: Record<string, string> = { "mcp-method": encodeHeaderValue(method) };
  const parameter = namedBy.get(method);
  const name = parameter === undefined ? undefined : member(params, parameter);
  if (typeof name === "string") headers["mcp-name"] = encodeHeaderValue(name);
  return headers;
}

/**
 * Returns the headers that repeat arguments of a tool. Arguments that are absent, null or of a kind that headers can't carry
 * have none; the server refuses the last when it checks the arguments.
 *
 * @param parameters of the tool's input schema, by `readHeaderParameters`
 * @returns values by lower-case name
 * @see MCP 2026-07-28, Streamable HTTP, Custom Headers from Tool Parameters
 */
export function parameterHeaders(
  parameters: readonly HeaderParameter[],
  args: JsonObject,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { header, path } of parameters) {
    const text = textAt(args, path);
    if (text !== undefined) headers[header] = encodeHeaderValue(text);
  }
  return headers;
}

function textAt(args: JsonObject, path: readonly string[]): string | undefined {
  let holder = args;
  const last = path.length - 1;
  for (let depth = 0; depth < last; depth += 1) {
    const inner = member(holder, path[depth]!);
    if (!isObject(inner)) return undefined;
    holder = inner;
  }
  const value = member(holder, path[last]!);
  if (typeof value === "string") return value;
  if (typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (typeof value !== "number") return undefined;
  const exact = exactInteger(holder, path[last]!);
  if (exact !== undefined) return String(exact);
  // The text of a number from 1e21 on has an exponent.
  return Number.isInteger(value) ? String(BigInt(value)) : String(value);
}

/**
 * Encodes a header value: as it is, or in Base64 with marks if it could be changed on the way or be taken for such a value.
 *
 * @see MCP 2026-07-28, Streamable HTTP, Header Value Encoding
 */
export function encodeHeaderValue(text: string): string {
  if (/^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !isMarked(text)) return text;
  return `=?base64?${Buffer.from(text, "utf8").toString("base64")}?=`;
}

function isMarked(text: string): boolean {
  return text.startsWith("=?base64?") && text.endsWith("?=");
}
