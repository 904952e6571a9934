import type { ClientOptions } from "../client/client-options.js";
import type { McpClient } from "../client/client.js";
import { startService, type Servable } from "../server/serve/servable.js";
import { serveConnection } from "../session/connection.js";
import { memoryPair } from "../transports/memory.js";

/**
 * Starts a server in this process and connects to it, without a socket or a child process. Closing the client leaves the
 * server as it is.
 *
 * @throws McpClientError if the handshake fails; the error of the server's lifespan
 */
export async function connectMemory(server: Servable, options?: ClientOptions): Promise<McpClient> {
  const service = await startService(server);
  const { connectTransport } = await import("../client/connect/connect-transport.js");
  const [ours, theirs] = memoryPair();
  void serveConnection(service, theirs);
  return connectTransport(ours, options);
}
