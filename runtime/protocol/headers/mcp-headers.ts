import { isObject, member, type JsonObject } from "../json.js";
import { errorCodes, ProtocolError } from "../protocol-error.js";

/** The parameter that `Mcp-Name` repeats, by method. @see MCP 2026-07-28, Streamable HTTP, Standard Request Headers */
export const namedBy = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
  ["tasks/get", "taskId"],
  ["tasks/update", "taskId"],
  ["tasks/cancel", "taskId"],
]);

/** An argument that a header must repeat. @see MCP 2026-07-28, Streamable HTTP, Custom Headers from Tool Parameters */
export interface HeaderParameter {
  /** The header's lower-case name with its prefix, such as `mcp-param-region`. */
  readonly header: string;
  /** Path of the argument: the names of nested properties, outermost first. */
  readonly path: readonly string[];
  readonly type: "string" | "integer" | "boolean";
}

/**
 * Checks that `Mcp-Method` and `Mcp-Name` match the body.
 *
 * @throws ProtocolError -32020
 */
export function checkMcpHeaders(
  header: (name: string) => string | undefined,
  method: string,
  params: JsonObject,
): void {
  checkHeader("Mcp-Method", header("mcp-method"), method);
  const parameter = namedBy.get(method);
  if (parameter === undefined) return;
  const name = member(params, parameter);
  if (typeof name === "string") checkHeader("Mcp-Name", header("mcp-name"), name);
}

/**
 * Checks that the `Mcp-Param-*` headers match the arguments.
 *
 * @throws ProtocolError -32020
 * @see MCP 2026-07-28, Streamable HTTP, Custom Headers from Tool Parameters
 */
export function checkParameterHeaders(
  header: (name: string) => string | undefined,
  parameters: readonly HeaderParameter[],
  params: JsonObject,
): void {
  for (const { header: name, path, type } of parameters) {
    const value = valueAt(member(params, "arguments"), path);
    const raw = header(name);
    if (value === undefined || value === null) {
      if (raw !== undefined) throw mismatch(name, "repeats an argument that is not there");
      continue;
    }
    if (raw === undefined) throw mismatch(name, "is missing");
    const text = decodeHeaderValue(raw);
    if (text === undefined) throw mismatch(name, "is malformed");
    const same =
      type === "integer" && typeof value === "number"
        ? /^-?\d+(?:\.0*)?$/.test(text) && Number(text) === value
        : typeof value !== "object" && text === String(value);
    if (!same) throw mismatch(name, "differs from the request's body");
  }
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const name of path) {
    if (!isObject(value)) return undefined;
    value = member(value, name);
  }
  return value;
}

function mismatch(name: string, what: string): ProtocolError {
  return new ProtocolError(errorCodes.headerMismatch, `The ${name} header ${what}.`);
}

/**
 * Decodes a header value; undefined if it is malformed.
 *
 * @see MCP 2026-07-28, Streamable HTTP, Header Value Encoding
 */
export function decodeHeaderValue(raw: string): string | undefined {
  const value = trimSpace(raw);
  if (value.startsWith("=?base64?") && value.endsWith("?=") && value.length >= 11) {
    return decodeBase64(value.slice(9, -2));
  }
  return /^[\t\x20-\x7e]*$/.test(value) ? value : undefined;
}

function checkHeader(name: string, raw: string | undefined, expected: string): void {
  if (raw === expected && !raw.startsWith("=?")) return;
  if (raw === undefined) throw mismatch(name, "is missing");
  const value = decodeHeaderValue(raw);
  if (value === undefined) throw mismatch(name, "is malformed");
  if (value !== expected) throw mismatch(name, "differs from the request's body");
}

/** Decodes Base64 strictly: the alphabet, the padding and the UTF-8 must be valid. */
function decodeBase64(text: string): string | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64");
  if (bytes.toString("base64") !== text) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function trimSpace(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && isSpace(value.charCodeAt(start))) start++;
  while (end > start && isSpace(value.charCodeAt(end - 1))) end--;
  return value.slice(start, end);
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
