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
import type { RequestId } from "../../protocol/json-rpc.js";
import type { Caller } from "../../session/caller.js";
import type { ReadMetadata } from "./metadata.js";

/** Options of a question to the client. */
export interface AskOptions {
  /**
   * Key of the question within the call; default: its number. It must be the same whenever the handler runs, because
   * since 2026-07-28 it runs again with the answers.
   */
  readonly key?: string;
  /**
   * Take an answer only in the round after the question, with the sealed state of that round. Since 2026-07-28 a call may
   * bring answers that nobody asked for; a confirmation must not count one.
   */
  readonly mustBeAsked?: boolean;
  /** Maximum wait for the answer in milliseconds, before 2026-07-28 and in tasks; default five minutes. */
  readonly timeoutMs?: number;
}

/** The request that a handler serves, and ways to reach its client meanwhile. */
export interface CallContext {
  /** Aborted when the client cancels the request or disconnects. Pass it on to slow work. */
  readonly signal: AbortSignal;
  /** The request's `_meta`. */
  readonly meta: { readonly [name: string]: unknown };
  /** The id of the JSON-RPC request, unique among the client's open requests. */
  readonly requestId: RequestId;
  /** The name of the tool that is called; absent for other requests. */
  readonly toolName?: string | undefined;
  /** Reads what the author has noted about the tool, resource, template or prompt. */
  readonly metadata: ReadMetadata;
  /** Values that guards, interceptors and the handler share during one run of the call. */
  readonly state: Map<unknown, unknown>;
  /** The MCP revision of the request: `2025-11-25`. */
  readonly protocolVersion: string;
  /** The client's own claim about its name and version. For display and logs only. */
  readonly clientInfo?: Implementation | undefined;
  /** The questions that the client supports. */
  readonly clientCapabilities: ClientCapabilities;
  /** The authenticated caller, if access tokens are checked. */
  readonly caller?: Caller | undefined;
  /** Absent since 2026-07-28, and on transports whose connection is the session. */
  readonly sessionId?: string | undefined;
  /** Returns an HTTP header by its lower-case name; absent on other transports. */
  readonly headers?: ((name: string) => string | undefined) | undefined;
  /** The value that the server's lifespan yielded. */
  readonly lifespan?: unknown;
  /** The client's answers to a result that asked for input, by key; since 2026-07-28. They are unchecked. */
  readonly inputResponses?: { readonly [key: string]: unknown } | undefined;
  /** The state that the handler returned in its previous result. */
  readonly requestState?: unknown;

  /**
   * Reports progress. Sent only if the client asked for it; `progress` must increase.
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
   * Asks the user, with a form or by sending them to a page. On a session the question is sent at once and this waits.
   * Since 2026-07-28 the call ends here with a result that asks; the client calls again with the answers, the handler
   * runs again, and this resolves. Therefore work that must happen only once belongs in `once`. To ask several questions
   * at once, wait for all of them with `Promise.all`.
   *
   * @throws ClientCapabilityError if the client does not support the question
   * @see MCP 2026-07-28, Elicitation; Multi Round-Trip Requests
   */
  elicit(params: ElicitFormParams | ElicitUrlParams, options?: AskOptions): Promise<ElicitResult>;
  /**
   * Asks the client's model. @see elicit for when it resolves
   *
   * @throws ClientCapabilityError if the client does not support the question
   * @see MCP 2026-07-28, Sampling
   */
  sample(params: SamplingParams, options?: AskOptions): Promise<SamplingResult>;
  /**
   * Asks for the client's roots: the folders that the server may work in. @see elicit for when it resolves
   *
   * @throws ClientCapabilityError if the client does not support the question
   * @see MCP 2026-07-28, Roots
   */
  listRoots(options?: AskOptions): Promise<readonly Root[]>;
  /**
   * Does work only once, however often the handler runs for one call, and returns its value each time. The value
   * travels to the client as sealed JSON, so keep it small.
   *
   * @param key identifies the work within the call
   */
  once<T>(key: string, work: () => T | Promise<T>): Promise<T>;
  /**
   * Closes the connection of the response if the client can fetch it later (sessions over HTTP).
   *
   * @param retryMs how long the client should wait before it reconnects
   * @see MCP 2025-11-25, Transports, Resumability and Redelivery
   */
  disconnect(retryMs?: number): void;
}

/** A result of `inputRequired`, for handlers that control the rounds themselves. */
export interface InputRequired {
  /** The requests to the client, by keys of the handler's choice. */
  readonly inputRequests?: { readonly [key: string]: InputRequest };
  /** A JSON value that comes back as `ctx.requestState`; the client sees it only sealed. */
  readonly state?: unknown;
}

/** A request to the client in a result: a question for the user, a message for a model, or the list of roots. */
export type InputRequest =
  | { readonly method: "elicitation/create"; readonly params: ElicitParams }
  | { readonly method: "sampling/createMessage"; readonly params: SamplingParams }
  | { readonly method: "roots/list" };
