import type { Caller } from "../session/caller.js";
import type { Refusal } from "./refusal.js";

/** What is looked at of an HTTP request before anything else is done with it. */
export interface AuthorizedRequest {
  /**
   * A header by its lower-case name. Where it was sent more than once, the values joined by a comma: a second token must
   * not go unseen. See `joinedHeader`.
   */
  header(name: string): string | undefined;
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
  /** Where the metadata of the protected resource is served. Open to everybody, pages of any origin among them. */
  readonly metadataPaths: readonly string[];
  /** The metadata at one of those paths, as JSON text; undefined at any other path. */
  metadata(path: string): string | undefined;
  /**
   * Who sent a request. To be asked for every request: a session is no proof.
   *
   * @throws Refusal when it can't be told, or is nobody who may use the server
   */
  authenticate(request: AuthorizedRequest): Promise<Caller>;
  /** Whether a caller's token has all of these scopes, broader ones counted. */
  allows(caller: Caller, required: readonly string[]): boolean;
  /** The answer to a caller whose token lacks scopes. `required`: all that the operation needs, those it has among them. */
  insufficientScope(caller: Caller, required: readonly string[]): Refusal;
}

/** Headers of the metadata's response. Any page may read it: it is how a client in a browser finds out where to log in. */
export const resourceMetadataHeaders: Readonly<Record<string, string>> = {
  "content-type": "application/json",
  "cache-control": "public, max-age=3600",
  "access-control-allow-origin": "*",
};

/**
 * A header's values joined by a comma, as `fetch` would give them: node:http keeps only the first `Authorization`.
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
