import type { HttpClientOptions, StdioServer } from "../client/client-options.js";
import type { McpClient } from "../client/client.js";
import { Servable } from "../server/serve/servable.js";
import type { Transport } from "../session/transport.js";
import { connectMemory } from "./connect-memory.js";

/**
 * Where a server is: its URL; its command, as an array with one text per argument or with its environment; a server in this
 * process; or a transport that leads to one.
 */
export type ConnectTarget = string | URL | readonly string[] | StdioServer | Servable | Transport;

/**
 * Connects to a server, and finds out which transport and revision it speaks. What was found is remembered for the process.
 *
 * - `https:` and `http:`: the newest revision first, then those that begin with `initialize`, then HTTP+SSE of 2024-11-05.
 * - `wss:` and `ws:`: a WebSocket.
 * - A command, such as `["npx", "-y", "some-server"]`: a child process, without a shell. A text that is no URL is refused, because
 *   splitting it at spaces would be a guess.
 *
 * @throws TypeError for a target or an option that can't be used; an McpClientError if the server can't be reached or started,
 *   demands credentials, or speaks no revision that may be used
 * @see MCP 2026-07-28, Versioning, Backward Compatibility
 */
export async function connect(
  target: ConnectTarget,
  options: HttpClientOptions = {},
): Promise<McpClient> {
  if (target instanceof Servable) return connectMemory(target, options);
  const { connectTarget } = await import("../client/connect/connect-target.js");
  return connectTarget(target, options);
}
