import { createServer } from "node:http";
import type { Service } from "../../session/service.js";
import { plainRefusal } from "../access/admission.js";
import { isLoopback } from "../access/guard.js";
import { metadataAnswer } from "../access/metadata-answer.js";
import { requireProtection } from "../access/require-protection.js";
import { splitTarget } from "../http/exchange.js";
import {
  attachWebSocket,
  type UpgradingServer,
  type WebSocketOptions,
} from "./attach-websocket.js";

/** Where and how `serveWebSocket` listens. */
export interface WebSocketServerOptions extends WebSocketOptions {
  /** Default 3000; 0 means any free port. */
  readonly port?: number;
  /** Address to listen on; default `127.0.0.1`. Any other needs `allowedHosts`, `authorizer` or `behindProxy`. */
  readonly host?: string;
}

/** A server of WebSockets that listens. */
export interface ListeningWebSocket {
  /** The URL for clients. */
  readonly url: string;
  /** The server of node:http. */
  readonly server: UpgradingServer;
  /** Accepts no more connections, and resolves when open requests are answered, or after five seconds. */
  close(): Promise<void>;
}

/** Serves MCP over WebSockets on a port of its own. Rejects when it can't listen. */
export async function listenWebSocket(
  service: Service,
  options: WebSocketServerOptions = {},
): Promise<ListeningWebSocket> {
  const { port = 3000, host = "127.0.0.1", authorizer } = options;
  requireProtection(host, options);
  const server = createServer((request, response) => {
    const { path } = splitTarget(request.url ?? "/");
    const { status, headers, body } =
      metadataAnswer(authorizer, request.method ?? "", path) ??
      plainRefusal(426, "Only WebSockets are served here.", {
        connection: "Upgrade",
        upgrade: "websocket",
      });
    response.writeHead(status, headers).end(body);
    request.resume();
  });
  const endpoint = await attachWebSocket(server, service, {
    loopback: isLoopback(host),
    ...options,
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address() as import("node:net").AddressInfo;
  const name = host.includes(":") ? `[${host}]` : host;
  return {
    server,
    url: `ws://${name}:${address.port}${options.path ?? "/mcp"}`,
    close: async () => {
      const stopped = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      await endpoint.close();
      server.closeAllConnections();
      await stopped;
    },
  };
}
