import type { Service } from "../../session/service.js";
import { NodeExchange, type NodeRequest, type NodeResponse } from "../http/node-exchange.js";
import { SseEndpoint, type SseOptions } from "./sse-endpoint.js";

/** HTTP+SSE as a listener for node:http, and for whatever takes one. */
export interface SseHandler {
  (request: NodeRequest, response: NodeResponse, parsedBody?: unknown): void;
  /** How many sessions are open. */
  readonly sessions: number;
  /** Opens no more sessions, and resolves when all have ended: after their requests, or five seconds. */
  close(): Promise<void>;
}

/**
 * Serves the transport of 2024-11-05 to clients that know no other. All requests of a client must reach this process.
 *
 * @see MCP 2024-11-05, Transports, HTTP with SSE
 */
export function createSseHandler(service: Service, options: SseOptions = {}): SseHandler {
  const endpoint = new SseEndpoint(service, options);
  const handler = (request: NodeRequest, response: NodeResponse, parsedBody?: unknown): void => {
    // Frameworks call a listener with a function in this place.
    const body = typeof parsedBody === "function" ? undefined : parsedBody;
    void endpoint.handle(new NodeExchange(request, response, body), mountPath(request));
  };
  return Object.defineProperties(handler, {
    sessions: { get: () => endpoint.sessions },
    close: { value: () => endpoint.close() },
  }) as SseHandler;
}

/** Where a framework has put the listener: it takes that part off the URL and keeps the whole aside. */
function mountPath(request: NodeRequest & { readonly originalUrl?: unknown }): string {
  const { originalUrl, url = "/" } = request;
  if (typeof originalUrl !== "string" || !originalUrl.endsWith(url)) return "";
  const mount = originalUrl.slice(0, originalUrl.length - url.length);
  // Two slashes at the front would name another host.
  return mount.replace(/^[/\\]+/, "/");
}
