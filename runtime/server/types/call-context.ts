import type {
  ClientCapabilities,
  ElicitFormParams,
  ElicitParams,
  ElicitResult,
  ElicitUrlParams,
  Root,
  SamplingParams,
} from "../../protocol/client-requests.js";
import type { JsonObject } from "../../protocol/json.js";
import type { InferOutput, SchemaSource, StandardSchema } from "../../schema/schema-source.js";
import type { Implementation, LogLevel } from "../../protocol/model.js";
import type { RequestId } from "../../protocol/json-rpc.js";
import type { Caller } from "../../session/caller.js";
import type { AskOptions } from "./ask-options.js";
import type { Asking, SchemaAnswer, SchemaQuestion } from "./asking.js";
import type { ReadMetadata } from "./metadata.js";
import type {
  SampleAnswer,
  SampleInput,
  SampleOptions,
  ToolRun,
  ToolRunParams,
} from "./sampling.js";

export type { AskOptions } from "./ask-options.js";

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
  /** Sends a log message of the level `debug`; `data` are further facts. @see log */
  debug(message: string, data?: unknown): void;
  /** Sends a log message of the level `info`; `data` are further facts. @see log */
  info(message: string, data?: unknown): void;
  /** Sends a log message of the level `warning`; `data` are further facts. @see log */
  warning(message: string, data?: unknown): void;
  /** Sends a log message of the level `error`; `data` are further facts. @see log */
  error(message: string, data?: unknown): void;
  /** The least severe level that `log` sends; undefined if the client wants no messages. */
  readonly logLevel: LogLevel | undefined;
  /** Whether `log` sends messages of a level: for messages that are costly to make. */
  logs(level: LogLevel): boolean;
  /**
   * Asks the user with a form that is made of a library's schema, and checks the answer with it. What does not fit is asked
   * again, with the reason.
   *
   * @throws TypeError if the schema is no form: a flat object of texts, numbers, booleans and choices
   * @throws ClientAnswerError if the answer does not fit for the third time
   */
  elicit<S extends StandardSchema>(
    question: SchemaQuestion<S>,
    options?: AskOptions,
  ): Promise<SchemaAnswer<InferOutput<S>>>;
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
  /** Asks the user for a single value: `await ctx.ask.text("Your name?")`. */
  readonly ask: Asking;
  /**
   * Asks the client's model for JSON that fits a schema, and asks again with the fault if it does not.
   *
   * @throws ClientAnswerError if no answer fits
   */
  sample<S extends SchemaSource>(
    prompt: SampleInput,
    options: SampleOptions<S>,
  ): Promise<SampleAnswer & { readonly value: InferOutput<S> }>;
  /**
   * Asks the client's model: with a text, or with messages and settings. `maxTokens` defaults to 1,024. The answer's text is
   * `text`. @see elicit for when it resolves
   *
   * @throws ClientCapabilityError if the client does not support the question
   * @see MCP 2026-07-28, Sampling
   */
  sample(prompt: SampleInput, options?: AskOptions): Promise<SampleAnswer>;
  /**
   * Lets the client's model use tools until it has answered: offers them, runs those that it chooses, and sends their results
   * back. A tool runs once, also where the handler runs again for each round (since 2026-07-28). It can't ask the client
   * anything itself.
   *
   * @throws ClientCapabilityError if the client's model can't use tools
   * @throws TypeError for a name that the server has no tool of
   */
  runTools(params: ToolRunParams, options?: AskOptions): Promise<ToolRun>;
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
   * Whether the session of the call is subscribed to a resource, in any spelling of its URI. Since 2026-07-28, when there are no
   * sessions: whether the same caller listens to it in this process; all callers without a token are one.
   */
  isSubscribed(uri: string): boolean;
  /**
   * Sends a notification of an extension to the client, on the way of the response.
   *
   * @throws TypeError for a method of the protocol itself
   */
  notify(method: string, params?: JsonObject): void;
  /**
   * Sends a request of an extension to the client.
   *
   * @returns the client's result, unchecked
   * @throws TypeError for a method of the protocol itself
   * @throws ClientRevisionError since 2026-07-28, where servers send no requests
   * @throws ClientAnswerError if the client answers with an error or not in time
   */
  sendRequest(
    method: string,
    params?: JsonObject,
    options?: Pick<AskOptions, "timeoutMs">,
  ): Promise<JsonObject>;
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
