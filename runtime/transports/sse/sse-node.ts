import type { Service } from "../../session/service.js";
import { NodeExchange, type NodeRequest, type NodeResponse } from "../http/node-exchange.js";
import { SseEndpoint, type SseOptions } from "./sse-endpoint.js";

/** HTTP+SSE as a request listener for node:http and compatible servers. */
export interface SseHandler {
  (request: NodeRequest, response: NodeResponse, parsedBody?: unknown): void;
  /** Number of open sessions. */
  readonly sessions: number;
  /** Opens no more sessions. Resolves when all have ended: after their requests, or five seconds. */
  close(): Promise<void>;
}

/**
 * Serves the transport of 2024-11-05, for clients without another. All requests of a client must reach this process.
 *
 * @see MCP 2024-11-05, Transports, HTTP with SSE
 */
export function createSseHandler(service: Service, options: SseOptions = {}): SseHandler {
  const endpoint = new SseEndpoint(service, options);
  const handler = (request: NodeRequest, response: NodeResponse, parsedBody?: unknown): void => {
    void endpoint.handle(new NodeExchange(request, response, parsedBody), mountPath(request));
  };
  return Object.defineProperties(handler, {
    sessions: { get: () => endpoint.sessions },
    close: { value: () => endpoint.close() },
  }) as SseHandler;
}

/** Returns the path at which a framework mounted the listener: it is in `originalUrl`, but not in `url`. */
function mountPath(request: NodeRequest & { readonly originalUrl?: unknown }): string {
  const { originalUrl, url = "/" } = request;
  if (typeof originalUrl !== "string" || !originalUrl.endsWith(url)) return "";
  const mount = originalUrl.slice(0, originalUrl.length - url.length);
  // Two leading slashes would name another host.
  return mount.replace(/^[/\\]+/, "/");
}
