/** A server on each transport. Transports are loaded when they are used. */
import { serveConnection } from "../session/connection.js";
import type { Transport } from "../session/transport.js";
import type { HttpOptions } from "../transports/http/options.js";
import type { FetchHandler } from "../transports/http/fetch.js";
import type { HttpServer, HttpServerOptions, NodeHandler } from "../transports/http/node.js";
import type { StdioOptions } from "../transports/stdio.js";
import { serviceOf, type Servable } from "./servable.js";

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
  const service = serviceOf(server);
  await service.start();
  const { StdioTransport } = await import("../transports/stdio.js");
  return serveConnection(service, new StdioTransport(options), { stop });
}

/** Serves Streamable HTTP on a port. Rejects when it can't listen. */
export async function serveHttp(
  server: Servable,
  options: HttpServerOptions = {},
): Promise<HttpServer> {
  const service = serviceOf(server);
  await service.start();
  const { listenHttp } = await import("../transports/http/node.js");
  return listenHttp(service, options);
}

/** Serves one client over a transport of your own. */
export function serveTransport(
  server: Servable,
  transport: Transport,
  stop?: AbortSignal,
): Promise<void> {
  return serveConnection(serviceOf(server), transport, { stop });
}

/** Streamable HTTP as a web-standard handler. */
export async function fetchHandler(
  server: Servable,
  options: Omit<HttpOptions, "path"> = {},
): Promise<FetchHandler> {
  const { createFetchHandler } = await import("../transports/http/fetch.js");
  return createFetchHandler(serviceOf(server), options);
}

/** Streamable HTTP as a listener for node:http. */
export async function nodeHandler(
  server: Servable,
  options: HttpOptions = {},
): Promise<NodeHandler> {
  const { createNodeHandler } = await import("../transports/http/node.js");
  return createNodeHandler(serviceOf(server), options);
}
