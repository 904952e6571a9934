import type { JsonObject } from "../protocol/json.js";
import type { Log } from "../protocol/log.js";
import type { Revision } from "../protocol/revisions.js";
import type { State } from "../state/state.js";
import type { HeaderParameter } from "../protocol/headers/mcp-headers.js";
import type { Caller } from "./caller.js";
import type { IncomingRequest } from "./incoming-request.js";
import type { Result } from "./result.js";
import type { Session } from "./session.js";

/** What sessions and transports serve. A service knows methods; sessions and transports know only messages. */
export interface Service {
  /** State between requests, in memory or shared by several processes. */
  readonly state: State;
  /** Log for failures of sessions and transports. */
  readonly log: Log;
  /** Opens what the service needs, once for all callers. Rejects if that fails. */
  start(): Promise<void>;
  /** Releases what the service holds. It must not be used afterwards. */
  close(): Promise<void>;
  /** Whether the revision has the method and this service supports it. */
  has(method: string, revision: Revision): boolean;
  /**
   * Handles a request.
   *
   * @throws ProtocolError to answer with a JSON-RPC error
   */
  handle(request: IncomingRequest): Result | Promise<Result>;
  /** Handles a notification of the client. Never throws. */
  notified(method: string, params: JsonObject, session: Session | undefined): void;
  /** The attached sessions, oldest first. */
  readonly sessions: ReadonlySet<Session>;
  /** Starts to notify a session of changes. @returns a function that stops it */
  attach(session: Session): () => void;
  /** Returns the scopes that a caller's token needs for a request. `handle` refuses it without them, too. */
  scopesFor(method: string, params: JsonObject, caller: Caller): Promise<readonly string[]>;
  /** Returns the arguments that the request's `Mcp-Param-*` headers must repeat. */
  headerParameters(method: string, params: JsonObject): readonly HeaderParameter[];
}
