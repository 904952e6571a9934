import type { McpClient } from "../client/client.js";
import { McpCallError } from "../client/errors.js";
import { defined } from "../protocol/defined.js";
import type { JsonObject } from "../protocol/json.js";
import { ProtocolError } from "../protocol/protocol-error.js";

/** Sends a request. @returns the result as it was sent; `{ error }` with the server's error if it refuses the request */
export async function plainRequest(
  client: McpClient,
  method: string,
  params: JsonObject,
): Promise<JsonObject> {
  try {
    return await client.request(method, params);
  } catch (error) {
    const cause = error instanceof McpCallError ? error.cause : undefined;
    if (!(cause instanceof ProtocolError)) throw error;
    const { code, message, data } = cause;
    return { error: { code, message, ...defined({ data }) } };
  }
}
