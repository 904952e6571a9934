import type { JsonObject } from "../protocol/json.js";
import type { Log } from "../protocol/log.js";
import type { Revision } from "../protocol/revisions.js";
import type { State } from "../state/state.js";
import type { HeaderParameter } from "../protocol/mcp-headers.js";
import type { IncomingRequest } from "./incoming-request.js";
import type { Result } from "./result.js";
import type { Session } from "./session.js";

/** What sessions and transports serve. It knows methods; they know messages. */
export interface Service {
  /** What is kept between requests, here or in a place that several processes share. */
  readonly state: State;
  /** Where sessions and transports tell what goes wrong. */
  readonly log: Log;
  /** Opens what it needs; once, whoever calls. Rejects when that can't be had. */
  start(): Promise<void>;
  /** Lets go of what it holds. Nothing may be asked of it any more. */
  close(): Promise<void>;
  /** True when the revision has the method and this service answers it. */
  has(method: string, revision: Revision): boolean;
  /**
   * Answers a request.
   *
   * @throws ProtocolError for what is answered with a JSON-RPC error
   */
  handle(request: IncomingRequest): Result | Promise<Result>;
  /** Takes note of what a client tells. Never throws. */
  notified(method: string, params: JsonObject, session: Session | undefined): void;
  /** The sessions that are attached, oldest first. */
  readonly sessions: ReadonlySet<Session>;
  /** Begins to send a session the changes it may hear of. @returns stops */
  attach(session: Session): () => void;
  /** Scopes that a caller's token needs for a request, where callers are known. */
  scopesFor(method: string, params: JsonObject): readonly string[];
  /** The arguments that a request's `Mcp-Param-*` headers must repeat. */
  headerParameters(method: string, params: JsonObject): readonly HeaderParameter[];
}
