import type { Service } from "../../session/service.js";
import { NodeExchange, type NodeRequest, type NodeResponse } from "../http/node/exchange.js";
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
    void endpoint.handle(new NodeExchange(request, response, parsedBody));
  };
  return Object.defineProperties(handler, {
    sessions: { get: () => endpoint.sessions },
    close: { value: () => endpoint.close() },
  }) as SseHandler;
}
