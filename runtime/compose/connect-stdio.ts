/** The factory of clients over stdio. Its code is loaded with the first connection: most servers start no other. */
import type { ClientOptions, StdioServer } from "../client/client-options.js";
import type { McpClient } from "../client/client.js";

/**
 * Starts a server as a child process, without a shell, and connects to it. It is stopped with the client, and ended if this
 * process ends in any other way.
 *
 * @throws TypeError if the command is unusable; McpConnectionError if it can't be run or the server exits; McpTimeoutError if the
 *   server does not answer; McpHandshakeError if it speaks no revision that may be used. The server is gone then, and the error
 *   holds the end of its standard error.
 * @see MCP 2026-07-28, Transports, stdio
 */
export async function connectStdio(
  server: StdioServer,
  options?: ClientOptions,
): Promise<McpClient> {
  const { openStdio } = await import("../client/connect/connect-stdio.js");
  return openStdio(server, options);
}
