import {
  createServer,
  type IncomingMessage,
  type Server as NodeServer,
  type ServerResponse,
} from "node:http";
import { Server as NetServer, type AddressInfo } from "node:net";
import { atLeast } from "../../../protocol/limits/check-limit.js";
import { startTimeLimit } from "../../../protocol/limits/time-limit.js";
import type { Service } from "../../../session/service.js";
import { runsInNode } from "../../../net/platform.js";
import { HttpEndpoint } from "../endpoint.js";
import { isLoopback } from "../../access/guard.js";
import { requireProtection } from "../../access/require-protection.js";
import { Health } from "../../health.js";
import { NodeExchange } from "./exchange.js";
import { OpenResponses } from "./open-responses.js";
import { defaultPath, type HttpOptions } from "../options.js";
import { WholeRequest } from "./whole-request.js";

/** Where and how `serveHttp` listens. */
export interface HttpServerOptions extends HttpOptions {
  /** Default 3000; 0 means any free port. */
  readonly port?: number;
  /** Address to listen on; default `127.0.0.1`. Any other needs `allowedHosts`, `authorizer` or `behindProxy`. */
  readonly host?: string;
  /** Time limit for a client to send a request; default one minute. */
  readonly requestTimeoutMs?: number;
  /**
   * Path of the health check, or false for none; default `/healthz`. It answers GET and HEAD with 200, and with 503 after
   * `close`, to everybody: whatever looks after processes has no token and addresses them by other names.
   */
  readonly healthPath?: string | false;
  /** Time limit for open requests after `close`; default five seconds. */
  readonly closeGraceMs?: number;
}

/** A server that listens. */
export interface HttpServer {
  /** The URL of the MCP endpoint. */
  readonly url: string;
  /** The server of node:http. */
  readonly server: NodeServer;
  /**
   * Takes no more requests, ends subscriptions, and resolves when open requests are answered or time is up. A request that
   * comes on an open connection meanwhile is refused with status 503.
   */
  close(): Promise<void>;
}

/** A request listener for node:http and compatible servers. */
export interface NodeHandler {
  (request: IncomingMessage, response: ServerResponse, parsedBody?: unknown): void;
  /** Ends subscriptions and sessions of this process. Open requests are still answered. */
  close(): void;
}

/** Other transports on the same port. */
export interface Beside {
  /** Answers a request that is theirs; returns false for any other. */
  answers(request: IncomingMessage, response: ServerResponse): boolean;
  /** Called with the server before it listens. */
  attach(server: NodeServer): Promise<void>;
  /** Takes no more clients, and resolves when those that are there have left. */
  close(): Promise<void>;
}

const defaultRequestTimeoutMs = 60_000;
const defaultCloseGraceMs = 5_000;

/** Serves Streamable HTTP on a port, and what is `beside` it. Rejects when it can't listen. */
export async function listenHttp(
  service: Service,
  options: HttpServerOptions = {},
  beside?: Beside,
): Promise<HttpServer> {
  const { port = 3000, host = "127.0.0.1", path = defaultPath } = options;
  const requestTimeout = options.requestTimeoutMs ?? defaultRequestTimeoutMs;
  const graceMs = atLeast(0, "closeGraceMs", options.closeGraceMs ?? defaultCloseGraceMs);
  requireProtection(host, options);
  const endpoint = new HttpEndpoint(service, { loopback: isLoopback(host), ...options, path });
  const headersTimeout = Math.min(requestTimeout, 20_000);
  // By default node:http checks every 30 seconds, too rarely for a shorter limit.
  const connectionsCheckingInterval = Math.max(100, Math.min(requestTimeout / 4, 30_000));
  const settings = {
    requestTimeout,
    headersTimeout,
    connectionsCheckingInterval,
    // Other runtimes push a body only to a stream that is read.
    ...(runsInNode() && { IncomingMessage: WholeRequest }),
  };
  const responses = new OpenResponses();
  const health = new Health(options.healthPath);
  const server = createServer(settings, (request, response) => {
    responses.began(request.socket, response);
    if (health.answers(request, response) || beside?.answers(request, response)) return;
    endpoint.handle(new NodeExchange(request, response));
  });
  server.on("connection", (socket) => responses.connected(socket));
  await beside?.attach(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  if (runsInNode()) keepTimerList(server);
  const bound = (server.address() as AddressInfo).port;
  const name = host.includes(":") ? `[${host}]` : host;
  let closed: Promise<void> | undefined;
  return {
    server,
    url: `http://${name}:${bound}${path}`,
    close: () => {
      health.stop();
      return (closed ??= Promise.all([
        closeServer(server, responses, endpoint, graceMs),
        beside?.close(),
      ]).then(() => undefined));
    },
  };
}

/**
 * Node keeps one list of timers for each length. A connection starts its keep-alive timer with each response and stops it with the
 * next request, so that Node makes and deletes the list of a lone connection with each call, for a hundredth of the call's time. The
 * timer that is set here stays in the list.
 */
function keepTimerList(server: NodeServer): void {
  const { keepAliveTimeout } = server;
  if (keepAliveTimeout === 0) return;
  // Node 24 adds a time that the client is not told.
  const { keepAliveTimeoutBuffer = 0 } = server as { readonly keepAliveTimeoutBuffer?: number };
  const timer = setInterval(() => {}, keepAliveTimeout + keepAliveTimeoutBuffer).unref();
  server.once("close", () => clearInterval(timer));
}

/** Creates a request listener. It reads the body itself, unless a framework has read it or `parsedBody` is given: as JSON, text or bytes. */
export function createNodeHandler(service: Service, options: HttpOptions = {}): NodeHandler {
  const { path = defaultPath } = options;
  const endpoint = new HttpEndpoint(service, { ...options, path });
  const handler = (request: IncomingMessage, response: ServerResponse, parsedBody?: unknown) =>
    endpoint.handle(new NodeExchange(request, response, parsedBody));
  return Object.assign(handler, { close: () => endpoint.close() });
}

function closeServer(
  server: NodeServer,
  responses: OpenResponses,
  endpoint: HttpEndpoint,
  graceMs: number,
): Promise<void> {
  return new Promise((resolve) => {
    const force = startTimeLimit(graceMs, () => {
      endpoint.close();
      // Requests that this has ended are answered first.
      setImmediate(() => server.closeAllConnections());
    });
    server.once("close", () => {
      clearTimeout(force);
      endpoint.close();
      resolve();
    });
    stopListening(server);
    endpoint.stop();
    responses.whenEmpty(() => {
      server.close();
      server.closeAllConnections();
    });
  });
}

/**
 * Accepts no more connections. `close` of node:http would also end those that it takes for idle: one whose client may yet
 * answer a question, and one whose last response is still being written.
 */
function stopListening(server: NodeServer): void {
  // Other runtimes have servers of another class.
  if (server instanceof NetServer) NetServer.prototype.close.call(server);
  else (server as NodeServer).close();
}
