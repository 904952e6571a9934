import type { HttpClientOptions } from "../client/client-options.js";
import type { McpClient } from "../client/client.js";

/**
 * Connects to a server, and finds out which transport and revision it speaks: over HTTP the newest revision first, then those
 * that begin with `initialize`, then HTTP+SSE of 2024-11-05. What was found is remembered for the process.
 *
 * @param target the server's URL
 * @throws TypeError for a target or an option that can't be used; an McpClientError if the server can't be reached, demands
 *   credentials, or speaks no revision that may be used
 * @see MCP 2026-07-28, Versioning, Backward Compatibility
 */
export async function connect(
  target: string | URL,
  options: HttpClientOptions = {},
): Promise<McpClient> {
  const { openUrl } = await import("../client/connect/connect-http.js");
  return openUrl(target, options);
}
