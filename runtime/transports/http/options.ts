import type { Authorizer } from "../../authorization/authorizer.js";
import type { GuardOptions } from "../access/guard.js";

export interface HttpOptions extends GuardOptions {
  /** Where MCP is served; default `/mcp`. */
  readonly path?: string;
  /** Longest request body in bytes; default 10 MiB. */
  readonly maxBodyBytes?: number;
  /**
   * Sessions for clients of revisions before 2026-07-28; default true. Without them such clients can call tools and
   * read resources, but can't be asked anything nor hear of changes, and any process can answer any request.
   */
  readonly sessions?: boolean | SessionOptions;
  /** Checks access tokens; absent: everybody may use the server. See `oauthResource`. */
  readonly authorizer?: Authorizer;
}

/** Options inside a framework, which decides by its routes which requests come here. */
export type RoutedOptions = Omit<HttpOptions, "path">;

export interface SessionOptions {
  /** A session that nobody used for so long is forgotten, unless something is still open; default half an hour. */
  readonly idleMs?: number;
  /** Most sessions in this process; default 100,000. */
  readonly maxSessions?: number;
  /** How long clients should wait before they read on after a connection was lost or closed; default one second. */
  readonly retryMs?: number;
}

export const defaultPath = "/mcp";
export const defaultMaxBodyBytes = 10 * 1024 * 1024;
/** How often an event stream without news says that it is alive: proxies close silent connections. */
export const keepAliveMs = 15_000;
/** An answer that takes longer than this is sent as an event stream, which can say that it is alive. */
export const patienceMs = 3_000;
/** What a client may leave unread of an event stream before the connection is given up. */
export const maxUnreadBytes = 16 * 1024 * 1024;
