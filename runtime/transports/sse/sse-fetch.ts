import type { Service } from "../../session/service.js";
import { FetchExchange } from "../http/fetch.js";
import { SseEndpoint, type SseOptions } from "./sse-endpoint.js";

/** HTTP+SSE as a web-standard handler. */
export interface SseFetchHandler {
  (request: Request): Promise<Response>;
  /** How many sessions are open. */
  readonly sessions: number;
  /** Opens no more sessions, and resolves when all have ended: after their requests, or five seconds. */
  close(): Promise<void>;
}

/**
 * The transport of 2024-11-05 for hosts that route requests themselves. Say `loopback: true` when it serves a
 * development machine.
 *
 * @see createSseHandler
 */
export function createSseFetchHandler(service: Service, options: SseOptions = {}): SseFetchHandler {
  const endpoint = new SseEndpoint(service, options);
  const handler = (request: Request): Promise<Response> =>
    new Promise((resolve) => void endpoint.handle(new FetchExchange(request, resolve)));
  return Object.defineProperties(handler, {
    sessions: { get: () => endpoint.sessions },
    close: { value: () => endpoint.close() },
  }) as SseFetchHandler;
}
