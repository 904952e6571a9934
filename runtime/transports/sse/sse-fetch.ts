import type { Service } from "../../session/service.js";
import { FetchExchange } from "../http/fetch.js";
import { SseEndpoint, type SseOptions } from "./sse-endpoint.js";

/** HTTP+SSE as a web-standard handler. */
export interface SseFetchHandler {
  /** @see FetchHandler */
  (request: Request, info?: unknown): Promise<Response>;
  /** Number of open sessions. */
  readonly sessions: number;
  /** Opens no more sessions. Resolves when all have ended: after their requests, or five seconds. */
  close(): Promise<void>;
}

/**
 * Serves the transport of 2024-11-05 on hosts that route requests themselves. On a development machine, pass on what the
 * host tells about a connection, or set `loopback: true`.
 *
 * @see createSseHandler
 */
export function createSseFetchHandler(service: Service, options: SseOptions = {}): SseFetchHandler {
  const endpoint = new SseEndpoint(service, options);
  const handler = (request: Request, info?: unknown): Promise<Response> =>
    new Promise((resolve) => void endpoint.handle(new FetchExchange(request, resolve, info)));
  return Object.defineProperties(handler, {
    sessions: { get: () => endpoint.sessions },
    close: { value: () => endpoint.close() },
  }) as SseFetchHandler;
}
