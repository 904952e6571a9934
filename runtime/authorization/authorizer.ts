import type { Caller } from "../session/caller.js";
import type { Refusal } from "./refusal.js";

/** The parts of an HTTP request that are checked. */
export interface AuthorizedRequest {
  /**
   * Returns a header by its lower-case name. Joins repeated headers with a comma, so that a second token does not go
   * unseen. See `joinedHeader`.
   */
  header(name: string): string | undefined;
  /** The HTTP method. */
  readonly method: string;
  /** The request's target: a path with its query, or the whole URL. */
  readonly url: string;
}

/**
 * Decides who may use an HTTP server, by the access token of each request.
 *
 * @see MCP 2026-07-28, Authorization
 */
export interface Authorizer {
  /** Paths of the protected resource's metadata, which needs no token and is open to pages of any origin. */
  readonly metadataPaths: readonly string[];
  /** Returns the metadata at one of those paths, as JSON text; undefined at any other path. */
  metadata(path: string): string | undefined;
  /**
   * Identifies the sender of a request. Call it for every request: a session proves nothing.
   *
   * @throws Refusal when the token is missing, invalid or insufficient, or can't be checked
   */
  authenticate(request: AuthorizedRequest): Promise<Caller>;
  /** Whether a caller's token has all of these scopes, or broader ones. */
  allows(caller: Caller, required: readonly string[]): boolean;
  /** Refuses a caller whose token lacks scopes. `required`: all scopes of the operation, also those the token has. */
  insufficientScope(caller: Caller, required: readonly string[]): Refusal;
}

/** Response headers of the metadata. Any page may read it, because clients in browsers learn here where to log in. */
export const resourceMetadataHeaders: Readonly<Record<string, string>> = {
  "content-type": "application/json",
  "cache-control": "public, max-age=3600",
  "x-content-type-options": "nosniff",
  "access-control-allow-origin": "*",
};

/**
 * Joins a header's values with a comma, as `fetch` does. (node:http keeps only the first `Authorization`.)
 *
 * @param rawHeaders names and values in turn, as in `IncomingMessage.rawHeaders`
 * @param name in lower case
 */
export function joinedHeader(rawHeaders: readonly string[], name: string): string | undefined {
  let joined: string | undefined;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const each = rawHeaders[i]!;
    if (each.length !== name.length || each.toLowerCase() !== name) continue;
    const value = rawHeaders[i + 1]!;
    joined = joined === undefined ? value : `${joined}, ${value}`;
  }
  return joined;
}
