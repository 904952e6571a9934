import { defined } from "../../protocol/defined.js";
import { atLeast } from "../../protocol/limits/check-limit.js";
import type { Caller } from "../../session/caller.js";
import { serveConnection } from "../../session/connection.js";
import { ShareCounts } from "../../protocol/shares/share-counts.js";
import { shareOf } from "../../session/owner.js";
import type { Service } from "../../session/service.js";
import {
  createAdmission,
  plainRefusal,
  type Admission,
  type AdmissionOptions,
  type RequestHead,
} from "../access/admission.js";
import { leaveAll } from "../leave-all.js";
import type { NodeRequest } from "../http/node/exchange.js";
import { splitTarget } from "../http/exchange.js";
import { TokenExpiry } from "../access/token-expiry.js";
import {
  admitUpgrade,
  headOf,
  ignoreUpgrade,
  refuseUpgrade,
  wantsWebSocket,
  type RawSocket,
} from "./upgrade.js";
import {
  closeCodes,
  subprotocol,
  transportLimits,
  WebSocketTransport,
  type WebSocketLike,
  type WebSocketTransportOptions,
} from "./websocket-transport.js";

/** How a server is reached over WebSockets. */
export interface WebSocketOptions extends AdmissionOptions, WebSocketTransportOptions {
  /** Path at which WebSockets are opened; default `/mcp`. */
  readonly path?: string;
  /** Maximum size of a message in bytes; a longer one ends its connection. Default 10 MiB. */
  readonly maxMessageBytes?: number;
  /** Maximum number of connections; default 10,000. A caller with a token may have a tenth of them. */
  readonly maxConnections?: number;
}

/** A node:http or node:https server. */
export type UpgradingServer = import("node:net").Server;

/** The WebSockets of a server, added to a server of node:http. */
export interface WebSocketEndpoint {
  /** Number of connections that are open or being opened. */
  readonly connections: number;
  /** Accepts no more connections, and resolves when all are closed: after their requests, or five seconds. */
  close(): Promise<void>;
}

/** Completes a handshake. */
type Upgrade = (
  request: NodeRequest,
  socket: RawSocket,
  head: Buffer,
  done: (socket: WebSocketLike) => void,
) => void;

/**
 * Serves MCP over WebSockets on a server that may serve other things as well. Each connection is one client, with one
 * session before 2026-07-28. Messages are text frames, the subprotocol is `mcp`, and the headers are those of the
 * request that opened the connection. A refused request is answered with plain HTTP.
 *
 * @throws RangeError for a limit that is too small or not a number
 * @see MCP 2026-07-28, Transports, Custom Transports
 */
export async function attachWebSocket(
  server: UpgradingServer,
  service: Service,
  options: WebSocketOptions = {},
): Promise<WebSocketEndpoint> {
  const { WebSocketServer } = await import("ws");
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // Compressing costs memory for each connection, and lets a small message become a large one.
    perMessageDeflate: false,
    maxPayload: atLeast(1, "maxMessageBytes", options.maxMessageBytes ?? 10 * 1024 * 1024),
    handleProtocols: (offered) => offered.has(subprotocol) && subprotocol,
  });
  const upgrade: Upgrade = (request, socket, head, done) =>
    sockets.handleUpgrade(request, socket, head, (each) => done(each));
  const endpoint = new Endpoint(service, options, upgrade);
  const listener = (request: NodeRequest, socket: RawSocket, head: Buffer): void => {
    const only = server.listenerCount("upgrade") === 1;
    if (!wantsWebSocket(request)) {
      if (only) ignoreUpgrade(server, request, socket, head);
    } else if (splitTarget(request.url ?? "/").path === endpoint.path) {
      void endpoint.open(request, socket, head);
    } else if (only) {
      refuseUpgrade(request, socket, plainRefusal(404, "Nothing is served at this path."));
    }
  };
  server.on("upgrade", listener);
  return {
    get connections() {
      return endpoint.connections;
    },
    close: async () => {
      server.off("upgrade", listener);
      await endpoint.close();
    },
  };
}

class Endpoint {
  readonly path: string;
  readonly #service: Service;
  readonly #options: WebSocketOptions;
  readonly #admission: Admission;
  readonly #maxConnections: number;
  readonly #shares: ShareCounts;
  readonly #upgrade: Upgrade;
  readonly #stop = new AbortController();
  readonly #served = new Map<WebSocketTransport, Promise<void>>();
  readonly #raw = new Set<RawSocket>();
  #stopping = false;

  constructor(service: Service, options: WebSocketOptions, upgrade: Upgrade) {
    // An error with the first connection would end the process.
    transportLimits(options);
    this.#service = service;
    this.#options = options;
    this.#admission = createAdmission(options);
    this.#upgrade = upgrade;
    this.#maxConnections = atLeast(1, "maxConnections", options.maxConnections ?? 10_000);
    this.#shares = new ShareCounts(this.#maxConnections);
    this.path = options.path ?? "/mcp";
  }

  get connections(): number {
    return this.#raw.size;
  }

  async open(request: NodeRequest, socket: RawSocket, head: Buffer): Promise<void> {
    // Until package ws takes over, an unhandled error would end the process when a client disconnects.
    socket.on("error", () => socket.destroy());
    if (this.#stopping || this.#raw.size >= this.#maxConnections) {
      const reason = this.#stopping ? "The server is stopping." : "There are too many connections.";
      return refuseUpgrade(request, socket, plainRefusal(503, reason, { "retry-after": "10" }));
    }
    this.#raw.add(socket);
    socket.once("close", () => this.#raw.delete(socket));
    const requestHead = headOf(request);
    const outcome = await admitUpgrade(this.#admission, requestHead);
    if (!outcome.admitted) return refuseUpgrade(request, socket, outcome.answer);
    if (socket.destroyed || this.#stopping) return void socket.destroy();
    const share = shareOf(outcome.caller);
    if (!this.#shares.hasRoom(share)) {
      const reason = "You have too many connections.";
      return refuseUpgrade(request, socket, plainRefusal(429, reason, { "retry-after": "10" }));
    }
    socket.once("close", this.#shares.enter(share));
    this.#upgrade(request, socket, head, (webSocket) => {
      this.#serve(webSocket, outcome.caller, requestHead);
    });
  }

  async close(): Promise<void> {
    this.#stopping = true;
    await leaveAll(this.#served, () => this.#stop.abort());
    for (const socket of this.#raw) socket.destroy();
  }

  #serve(
    socket: WebSocketLike,
    caller: Caller | undefined,
    { header: headers, remoteAddress: peer }: RequestHead,
  ): void {
    const transport = new WebSocketTransport(socket, this.#options);
    // A client can't present a new token on an open connection.
    const expiry = new TokenExpiry(caller, () =>
      transport.shut(closeCodes.expired, "The access token has expired."),
    );
    const served = serveConnection(this.#service, transport, {
      stop: this.#stop.signal,
      headers,
      ...defined({ caller, peer, authorizer: this.#options.authorizer }),
    });
    this.#served.set(
      transport,
      served.finally(() => {
        expiry.stop();
        this.#served.delete(transport);
      }),
    );
  }
}
