/** Factories of clients over HTTP. Their code is loaded with the first connection. */
import type { HttpClientOptions } from "../client/client-options.js";
import type { McpClient } from "../client/client.js";

/**
 * Connects to a server over Streamable HTTP, of 2025-03-26 or later. It finds out which revision the server speaks.
 *
 * @throws TypeError for a URL or an option that can't be used; an McpClientError if the server can't be reached, demands
 *   credentials, or speaks no revision that may be used
 * @see MCP 2026-07-28, Streamable HTTP
 */
export async function connectHttp(
  url: string | URL,
  options: HttpClientOptions = {},
): Promise<McpClient> {
  const { openHttp } = await import("../client/connect/connect-http.js");
  return openHttp(url, options);
}

/**
 * Connects to a server over HTTP+SSE, of 2024-11-05. A connection that breaks is not made again: it closes with an error.
 *
 * @throws as `connectHttp`
 * @see MCP 2024-11-05, Transports, HTTP with SSE
 */
export async function connectSse(
  url: string | URL,
  options: HttpClientOptions = {},
): Promise<McpClient> {
  const { openSse } = await import("../client/connect/connect-http.js");
  return openSse(url, options);
}
