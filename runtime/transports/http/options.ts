import type { Authorizer } from "../../authorization/authorizer.js";
import { atLeast } from "../../protocol/limits/check-limit.js";
import { longestTimerMs } from "../../protocol/limits/time-limit.js";
import type { GuardOptions } from "../access/guard.js";

export interface StreamOptions {
  /**
   * Interval of the comments on event streams that keep their connections open, in milliseconds; default 15 seconds, and 4 on
   * Bun, which closes a connection after 10 seconds of silence. Choose less than the shortest limit between server and client.
   */
  readonly keepAliveMs?: number;
}

/** How a server is reached over Streamable HTTP. */
export interface HttpOptions extends GuardOptions, StreamOptions {
  /** Path at which MCP is served; default `/mcp`. */
  readonly path?: string;
  /** Maximum size of a request body in bytes; default 10 MiB. */
  readonly maxBodyBytes?: number;
  /**
   * Sessions for clients of revisions before 2026-07-28; default true. Without them such clients can call tools and
   * read resources, but get no requests (elicitation, sampling) or change notifications; any process can answer any
   * request.
   */
  readonly sessions?: boolean | SessionOptions;
  /** Checks access tokens; absent: any client may use the server. See `oauthResource`. */
  readonly authorizer?: Authorizer;
}

/** Options in a framework, whose routes decide the path. */
export type RoutedOptions = Omit<HttpOptions, "path">;

/** Limits of the sessions of clients before 2026-07-28. */
export interface SessionOptions {
  /** Idle time after which a session without open requests or streams is dropped; default half an hour. */
  readonly idleMs?: number;
  /** Maximum number of sessions in this process; default 100,000. A caller with a token may have a tenth of them. */
  readonly maxSessions?: number;
  /** How long clients should wait before they reconnect to an event stream; default one second. */
  readonly retryMs?: number;
}

export const defaultPath = "/mcp";
const defaultMaxBodyBytes = 10 * 1024 * 1024;
/** A slower answer is sent as an event stream, which can send keep-alive comments. */
export const patienceMs = 3_000;
/** With more unread than this, the connection of an event stream is closed. */
export const maxUnreadBytes = 16 * 1024 * 1024;
const defaultKeepAliveMs = 15_000;
const bunKeepAliveMs = 4_000;

/** Returns the maximum size of a body. @throws RangeError for one below 1 */
export function maxBodyBytesOf({ maxBodyBytes }: Pick<HttpOptions, "maxBodyBytes">): number {
  return atLeast(1, "maxBodyBytes", maxBodyBytes ?? defaultMaxBodyBytes);
}

/** Returns the interval of comments on event streams. @throws TypeError for one that no timer can have */
export function keepAliveOf({ keepAliveMs }: StreamOptions): number {
  const interval = keepAliveMs ?? ("Bun" in globalThis ? bunKeepAliveMs : defaultKeepAliveMs);
  if (interval >= 1 && interval <= longestTimerMs) return interval;
  throw new TypeError(`keepAliveMs must be a number from 1 to ${longestTimerMs}, not ${interval}.`);
}
