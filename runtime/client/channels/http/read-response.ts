import { isObject, member, type JsonObject } from "../../../protocol/json.js";
import { parseJson, type RequestId } from "../../../protocol/json-rpc.js";

/** Whether a message is the response to a request. */
export function answers(value: unknown, id: RequestId): boolean {
  return isObject(value) && value["id"] === id && member(value, "method") === undefined;
}

/**
 * Returns a JSON-RPC error that came with an HTTP error, as the response to the request that the HTTP request held. Servers
 * leave the id out if they did not read so far.
 *
 * @returns undefined if the text is none
 */
export function errorResponse(text: string, id: RequestId): JsonObject | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    const value = parseJson(text);
    if (!isObject(value)) return undefined;
    const error = member(value, "error");
    if (!isObject(error) || typeof member(error, "code") !== "number") return undefined;
    return withId(value, id);
  } catch {
    return undefined;
  }
}

/** Gives an error response without an id the id of the request. */
export function withId(value: JsonObject, id: RequestId): JsonObject | undefined {
  const own = member(value, "id");
  if (own === id) return value;
  return own === undefined || own === null ? { ...value, jsonrpc: "2.0", id } : undefined;
}
