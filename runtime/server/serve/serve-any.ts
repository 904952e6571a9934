import type { HttpServer, HttpServerOptions } from "../../transports/http/node/listen.js";
import type { ListeningTransports } from "../../transports/listen-transports.js";
import type { StdioOptions } from "../../transports/stdio/stdio-transport.js";
import type { TransportName } from "../types/default-serving.js";
import type { Servable } from "./servable.js";

/** Which transports `serve` opens, and how. The options of HTTP hold for all transports on the port. */
export interface ServeOptions extends HttpServerOptions {
  /**
   * Any of `stdio`, `http` (Streamable HTTP), `sse` (HTTP+SSE of 2024-11-05) and `websocket`. Default: those that
   * `@mcpServer` names, or else `stdio`.
   */
  readonly transports?: readonly TransportName[];
  /** Options of stdio. */
  readonly stdio?: StdioOptions;
  /** False: SIGINT and SIGTERM do not close the server. */
  readonly signals?: boolean;
}

/** A server on its transports. */
export interface Serving {
  /** The URLs of the transports on the port, by transport. */
  readonly urls: ListeningTransports["urls"];
  /** The server of node:http; absent if stdio is the only transport. */
  readonly server?: HttpServer["server"];
  /** Resolves when all transports have ended and the server is closed. With stdio only, the client's leaving ends it. */
  readonly ended: Promise<void>;
  /** Takes no more requests, waits for the open ones, and closes the server. Further calls return the same promise. */
  close(): Promise<void>;
}

/**
 * Serves a server on any set of transports. Those of HTTP share one port: Streamable HTTP at `path`, WebSockets at `path`
 * with `/ws`, and HTTP+SSE at `path` with `/sse` and `/messages`.
 *
 *     const serving = await serve(server, { transports: ["http", "websocket"], port: 3000 });
 *
 * Rejects if the server can't start or listen.
 *
 * @throws TypeError for a list that is empty or names another transport
 */
export async function serve(server: Servable, options: ServeOptions = {}): Promise<Serving> {
  const { serveAll } = await import("./serve-all.js");
  return serveAll(server, options);
}
