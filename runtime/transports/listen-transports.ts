import type { ServerResponse } from "node:http";
import type { Service } from "../session/service.js";
import { isLoopback } from "./access/guard.js";
import { splitTarget } from "./http/exchange.js";
import {
  listenHttp,
  type Beside,
  type HttpServer,
  type HttpServerOptions,
} from "./http/node/listen.js";
import { defaultPath } from "./http/options.js";
import type { SseHandler } from "./sse/sse-node.js";
import type { WebSocketEndpoint } from "./websocket/attach-websocket.js";

type PortTransport = "http" | "sse" | "websocket";

/** Transports that listen on one port. */
export interface ListeningTransports {
  readonly urls: { readonly [transport in PortTransport]?: string };
  /** The server of node:http. */
  readonly server: HttpServer["server"];
  /** Takes no more requests, and resolves when the open ones are answered or time is up. */
  close(): Promise<void>;
}

/** Serves some of Streamable HTTP, HTTP+SSE and WebSockets on one port. Rejects if it can't listen. */
export async function listenTransports(
  service: Service,
  transports: ReadonlySet<string>,
  given: HttpServerOptions,
): Promise<ListeningTransports> {
  const { host = "127.0.0.1", path = defaultPath } = given;
  const options = { loopback: isLoopback(host), ...given };
  const base = path.replace(/\/$/, "");
  const messagePath = `${base}/messages`;
  const paths = { http: path, sse: `${base}/sse`, websocket: `${base}/ws` };
  const sse = transports.has("sse")
    ? await sseHandler(service, { ...options, ssePath: paths.sse, messagePath })
    : undefined;
  let sockets: WebSocketEndpoint | undefined;
  const beside: Beside = {
    answers(request, response) {
      const at = splitTarget(request.url ?? "/").path;
      if (sse && (at === paths.sse || at === messagePath)) sse(request, response);
      else if (at === path && !transports.has("http")) refuse(response);
      else return false;
      return true;
    },
    async attach(server) {
      if (!transports.has("websocket")) return;
      const { attachWebSocket } = await import("./websocket/attach-websocket.js");
      sockets = await attachWebSocket(server, service, { ...options, path: paths.websocket });
    },
    close: async () => void (await Promise.all([sse?.close(), sockets?.close()])),
  };
  const { url, server, close } = await listenHttp(service, given, beside);
  const origin = url.slice(0, url.length - path.length);
  return {
    urls: {
      ...(transports.has("http") && { http: url }),
      ...(sse && { sse: `${origin}${paths.sse}` }),
      ...(sockets && { websocket: `${origin.replace(/^http/, "ws")}${paths.websocket}` }),
    },
    server,
    close,
  };
}

async function sseHandler(
  service: Service,
  options: HttpServerOptions & { readonly ssePath: string; readonly messagePath: string },
): Promise<SseHandler> {
  const { createSseHandler } = await import("./sse/sse-node.js");
  return createSseHandler(service, options);
}

function refuse(response: ServerResponse): void {
  response.writeHead(404, { "content-type": "text/plain" });
  response.end("Streamable HTTP is not served here.");
}
