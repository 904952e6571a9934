import type {
  ClientCapabilities,
  ElicitFormParams,
  ElicitParams,
  ElicitResult,
  ElicitUrlParams,
  Root,
  SamplingParams,
  SamplingResult,
} from "../../protocol/client-requests.js";
import type { Implementation, LogLevel } from "../../protocol/model.js";
import type { Caller } from "../../session/caller.js";

/** How to ask the client. */
export interface AskOptions {
  /**
   * Names the question among those of the call; default its number. The same question must have the same name whenever
   * the handler runs: since 2026-07-28 it runs again with each answer.
   */
  readonly key?: string;
  /** Longest wait for the answer, before 2026-07-28 and in tasks; default five minutes. */
  readonly timeoutMs?: number;
}

/** What a handler knows of the request it serves, and can say to the client while it works. */
export interface CallContext {
  /** Aborted when the client cancels the request or goes away. Hand it on to whatever takes time. */
  readonly signal: AbortSignal;
  /** The request's `_meta`. */
  readonly meta: { readonly [name: string]: unknown };
  /** The MCP revision of the request: `2025-11-25`. */
  readonly protocolVersion: string;
  /** Who the client says it is. For display and logs only. */
  readonly clientInfo?: Implementation | undefined;
  /** Which questions the client takes. */
  readonly clientCapabilities: ClientCapabilities;
  /** Who asks, where access tokens are checked. */
  readonly caller?: Caller | undefined;
  /** The session's id; none since 2026-07-28, and none where the connection is the session. */
  readonly sessionId?: string | undefined;
  /** A header of the HTTP request by its lower-case name; absent on other transports. */
  readonly headers?: ((name: string) => string | undefined) | undefined;
  /** What the server's lifespan yielded. */
  readonly lifespan?: unknown;
  /** The client's answers to a result that asked for input, by key; since 2026-07-28. Whoever sent them wrote them. */
  readonly inputResponses?: { readonly [key: string]: unknown } | undefined;
  /** The state that the result before this request carried, as the handler gave it. */
  readonly requestState?: unknown;

  /**
   * Says how far the work is. Sent only if the client asked for it; `progress` must rise.
   *
   * @see MCP 2026-07-28, Progress
   */
  progress(progress: number, total?: number, message?: string): void;
  /**
   * Sends a log message to the client. Sent only if the client wants messages of this level.
   *
   * @see MCP 2026-07-28, Logging
   */
  log(level: LogLevel, data: unknown, logger?: string): void;
  /**
   * Asks the user, in a form or by sending them to a page. On a session the question goes out at once and this waits.
   * Since 2026-07-28 the call ends here with a result that asks; the client calls again with the answers, the handler
   * runs again, and this resolves. So what must happen only once belongs behind `once`. To ask several things at once,
   * wait for all of them with `Promise.all`.
   *
   * @throws ClientCapabilityError when the client does not take such questions
   * @see MCP 2026-07-28, Elicitation; Multi Round-Trip Requests
   */
  elicit(params: ElicitFormParams | ElicitUrlParams, options?: AskOptions): Promise<ElicitResult>;
  /**
   * Asks the client's model. @see elicit for when it resolves
   *
   * @throws ClientCapabilityError when the client does not take such questions
   * @see MCP 2026-07-28, Sampling
   */
  sample(params: SamplingParams, options?: AskOptions): Promise<SamplingResult>;
  /**
   * Asks for the folders the client lets the server work in. @see elicit for when it resolves
   *
   * @throws ClientCapabilityError when the client does not take such questions
   * @see MCP 2026-07-28, Roots
   */
  listRoots(options?: AskOptions): Promise<readonly Root[]>;
  /**
   * Does something once for all the times that the handler runs for one call, and gives its value each time. The value
   * travels to the client, sealed, as JSON: keep it small.
   *
   * @param key names it among those of the call
   */
  once<T>(key: string, work: () => T | Promise<T>): Promise<T>;
  /**
   * Closes the connection that would carry the answer, where the client can fetch it later (sessions over HTTP);
   * without effect elsewhere.
   *
   * @param retryMs how long the client should wait before it reads on
   * @see MCP 2025-11-25, Transports, Resumability and Redelivery
   */
  disconnect(retryMs?: number): void;
}

/** A result that asks for input, for handlers that go through the rounds themselves. See `inputRequired`. */
export interface InputRequired {
  readonly inputRequests?: { readonly [key: string]: InputRequest };
  /** Comes back as `ctx.requestState`, and reaches the client sealed. Any JSON value. */
  readonly state?: unknown;
}

export type InputRequest =
  | { readonly method: "elicitation/create"; readonly params: ElicitParams }
  | { readonly method: "sampling/createMessage"; readonly params: SamplingParams }
  | { readonly method: "roots/list" };
