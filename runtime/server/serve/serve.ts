/** Serves a server on each transport. Transports are loaded when used, except stdio, which must start fast. */
import { serveConnection, type ConnectionOptions } from "../../session/connection.js";
import type { Transport } from "../../session/transport.js";
import type { FetchHandler } from "../../transports/http/fetch.js";
import type {
  HttpServer,
  HttpServerOptions,
  NodeHandler,
} from "../../transports/http/node/listen.js";
import type { HttpOptions } from "../../transports/http/options.js";
import type { SseOptions } from "../../transports/sse/sse-endpoint.js";
import type { SseFetchHandler } from "../../transports/sse/sse-fetch.js";
import type { SseHandler } from "../../transports/sse/sse-node.js";
import { StdioTransport, type StdioOptions } from "../../transports/stdio/stdio-transport.js";
import type {
  UpgradingServer,
  WebSocketEndpoint,
  WebSocketOptions,
} from "../../transports/websocket/attach-websocket.js";
import type {
  ListeningWebSocket,
  WebSocketServerOptions,
} from "../../transports/websocket/listen-websocket.js";
import { withPath } from "./default-serving.js";
import { serviceOf, startService, type Servable } from "./servable.js";

/**
 * Serves one client on standard input and output.
 *
 * @param stop closes the connection early
 * @returns a promise that resolves when the client is gone and every answer is out
 */
export async function serveStdio(
  server: Servable,
  options: StdioOptions = {},
  stop?: AbortSignal,
): Promise<void> {
  const service = await startService(server);
  return serveConnection(service, new StdioTransport(options), { stop });
}

/** Serves Streamable HTTP on a port. Rejects if it can't listen. */
export async function serveHttp(
  server: Servable,
  options: HttpServerOptions = {},
): Promise<HttpServer> {
  const service = await startService(server);
  const { listenHttp } = await import("../../transports/http/node/listen.js");
  return listenHttp(service, withPath(server, options));
}

/** Serves WebSockets on a port. Rejects if it can't listen. */
export async function serveWebSocket(
  server: Servable,
  options: WebSocketServerOptions = {},
): Promise<ListeningWebSocket> {
  const service = await startService(server);
  const { listenWebSocket } = await import("../../transports/websocket/listen-websocket.js");
  return listenWebSocket(service, withPath(server, options));
}

/** Serves WebSockets at a path of an existing HTTP server. */
export async function addWebSocket(
  http: UpgradingServer,
  server: Servable,
  options: WebSocketOptions = {},
): Promise<WebSocketEndpoint> {
  const service = await startService(server);
  const { attachWebSocket } = await import("../../transports/websocket/attach-websocket.js");
  return attachWebSocket(http, service, withPath(server, options));
}

/** Serves one client over a transport of your own. Resolves when the client is gone. */
export function serveTransport(
  server: Servable,
  transport: Transport,
  options: ConnectionOptions = {},
): Promise<void> {
  return serveConnection(serviceOf(server), transport, options);
}

/** Returns a web-standard handler for Streamable HTTP: for Workers, Deno, Bun and others that route by themselves. */
export async function fetchHandler(
  server: Servable,
  options: HttpOptions = {},
): Promise<FetchHandler> {
  const service = await startService(server);
  const { createFetchHandler } = await import("../../transports/http/fetch.js");
  return createFetchHandler(service, withPath(server, options));
}

/** Returns a listener of node:http for Streamable HTTP. */
export async function nodeHandler(
  server: Servable,
  options: HttpOptions = {},
): Promise<NodeHandler> {
  const service = await startService(server);
  const { createNodeHandler } = await import("../../transports/http/node/listen.js");
  return createNodeHandler(service, withPath(server, options));
}

/** Returns a listener of node:http for HTTP+SSE of 2024-11-05, for clients that support nothing newer. */
export async function sseHandler(server: Servable, options: SseOptions = {}): Promise<SseHandler> {
  const service = await startService(server);
  const { createSseHandler } = await import("../../transports/sse/sse-node.js");
  return createSseHandler(service, options);
}

/** Returns a web-standard handler for HTTP+SSE of 2024-11-05. */
export async function sseFetchHandler(
  server: Servable,
  options: SseOptions = {},
): Promise<SseFetchHandler> {
  const service = await startService(server);
  const { createSseFetchHandler } = await import("../../transports/sse/sse-fetch.js");
  return createSseFetchHandler(service, options);
}
