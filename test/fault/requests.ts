/** Valid requests in both eras, to send or to spoil. */
import { modernRevision } from "../../runtime/protocol/revisions.js";
import { modernMeta, wireClientInfo } from "../support/wire/client.js";

export interface Call {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export const legacyVersion = "2025-11-25";

export function modernCall(
  method: string,
  params: Record<string, unknown> = {},
  id: unknown = 1,
): Call {
  const name = params["name"] ?? params["uri"];
  return {
    body: JSON.stringify({
      jsonrpc: "2.0",
      id,
      method,
      params: { ...params, _meta: { ...modernMeta({}), ...(params["_meta"] as object) } },
    }),
    headers: {
      "MCP-Protocol-Version": modernRevision,
      "Mcp-Method": method,
      ...(typeof name === "string" && { "Mcp-Name": name }),
    },
  };
}

export function legacyCall(
  method: string,
  params: Record<string, unknown> = {},
  session?: string,
  id: unknown = 1,
): Call {
  return {
    body: JSON.stringify({ jsonrpc: "2.0", id, method, params }),
    headers: {
      "MCP-Protocol-Version": legacyVersion,
      ...(session !== undefined && { "Mcp-Session-Id": session }),
    },
  };
}

export function legacyNotification(method: string, session: string): Call {
  const { headers } = legacyCall(method, {}, session);
  return { body: JSON.stringify({ jsonrpc: "2.0", method }), headers };
}

export function initializeCall(more: Record<string, unknown> = {}): Call {
  return legacyCall("initialize", {
    protocolVersion: legacyVersion,
    capabilities: {},
    clientInfo: wireClientInfo,
    ...more,
  });
}
