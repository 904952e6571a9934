import type { HttpClientOptions } from "../client/client-options.js";
import type { McpClient } from "../client/client.js";

/**
 * Connects to a server over a WebSocket with the subprotocol `mcp`. Headers and credentials go with the request that opens it.
 * A connection that breaks is not made again: the client closes with an error.
 *
 * @param url begins with `ws:` or `wss:`
 * @throws TypeError for a URL or an option that can't be used; an McpClientError if the server can't be reached, demands
 *   credentials, or speaks no revision that may be used
 * @see MCP 2026-07-28, Transports, Custom Transports; RFC 6455
 */
export async function connectWebSocket(
  url: string | URL,
  options: HttpClientOptions = {},
): Promise<McpClient> {
  const { openWebSocket } = await import("../client/connect/connect-websocket.js");
  return openWebSocket(url, options);
}
