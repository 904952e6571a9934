import type {
  ClientCapabilities,
  ClientMethod,
  ElicitFormParams,
  ElicitResult,
  ElicitUrlParams,
  Root,
  SamplingResult,
} from "../../protocol/client-requests.js";
import { jsonCopy } from "../../protocol/exact-json.js";
import { member, type JsonObject } from "../../protocol/json.js";
import { logLevels, type Implementation, type LogLevel } from "../../protocol/model.js";
import { isModern, type Revision } from "../../protocol/revisions.js";
import type { Caller } from "../../session/caller.js";
import type { Cancellation } from "../../protocol/cancellable.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import type { Requester } from "./requester.js";
import { checkQuestion } from "../../protocol/questions/check-question.js";
import { LazyPushRequester } from "./lazy-requester.js";
import { requireOwnMethod } from "../../session/own-method.js";
import { notificationMessage, type RequestId } from "../../protocol/json-rpc.js";
import { logData } from "./log-data.js";
import { sampleParams, withText } from "./sample-params.js";
import { Asker } from "./asker.js";
import { clientInputCode, type ClientInputCode } from "./lazy-code.js";
import { callAnswer } from "../types/call-answer.js";
import { callCancellation } from "../types/call-cancellation.js";
import { callRequest } from "../types/call-request.js";
import type { InferOutput, SchemaSource, StandardSchema } from "../../schema/schema-source.js";
import type { Asking, SchemaAnswer, SchemaQuestion } from "../types/asking.js";
import type { AskOptions, CallContext } from "../types/call-context.js";
import type {
  SampleAnswer,
  SampleInput,
  SampleOptions,
  ToolRun,
  ToolRunParams,
} from "../types/sampling.js";
import type { ReadMetadata } from "../types/metadata.js";

/** Entries without metadata have none to read. */
const noMetadata: ReadMetadata = () => undefined;

/** The context of one run of a handler. Every call gets one, so it is cheap until it is used. */
export class RequestContext implements CallContext {
  readonly #request: IncomingRequest;
  readonly #signal: AbortSignal | undefined;
  #requester: Requester | undefined;
  #state: Map<unknown, unknown> | undefined;
  [callAnswer]: unknown;

  /**
   * @param requester asks the client; default: by requests before 2026-07-28, and not at all since, when only
   *   `runRounds` can end a request with questions
   * @param signal default: the signal of the request
   */
  constructor(request: IncomingRequest, requester?: Requester, signal?: AbortSignal) {
    this.#request = request;
    this.#requester = requester;
    this.#signal = signal;
  }

  get signal(): AbortSignal {
    return this.#signal ?? this.#request.signal;
  }

  get meta(): JsonObject {
    return this.#request.meta;
  }

  get requestId(): RequestId {
    return this.#request.id;
  }

  get toolName(): string | undefined {
    const { method, params } = this.#request;
    return method === "tools/call" ? (member(params, "name") as string) : undefined;
  }

  get metadata(): ReadMetadata {
    return noMetadata;
  }

  get state(): Map<unknown, unknown> {
    return (this.#state ??= new Map());
  }

  get protocolVersion(): Revision {
    return this.#request.protocolVersion;
  }

  get clientInfo(): Implementation | undefined {
    return this.#request.clientInfo;
  }

  get clientCapabilities(): ClientCapabilities {
    return this.#request.clientCapabilities;
  }

  get caller(): Caller | undefined {
    return this.#request.caller;
  }

  get [callCancellation](): Cancellation {
    return this.#signal ?? this.#request;
  }

  get [callRequest](): IncomingRequest {
    return this.#request;
  }

  get sessionId(): string | undefined {
    return this.#request.session?.id;
  }

  get headers(): ((name: string) => string | undefined) | undefined {
    return this.#request.headers;
  }

  get lifespan(): unknown {
    return this.#request.lifespan;
  }

  get inputResponses(): JsonObject | undefined {
    return this.#requester?.inputResponses;
  }

  get requestState(): unknown {
    return this.#requester?.requestState;
  }

  progress(progress: number, total?: number, message?: string): void {
    this.#inOrder(() => this.#request.progress(progress, total, message));
  }

  log(level: LogLevel, data: unknown, logger?: string): void {
    this.#inOrder(() => this.#request.log(level, data, logger));
  }

  debug(message: string, data?: unknown): void {
    this.log("debug", logData(message, data));
  }

  info(message: string, data?: unknown): void {
    this.log("info", logData(message, data));
  }

  warning(message: string, data?: unknown): void {
    this.log("warning", logData(message, data));
  }

  error(message: string, data?: unknown): void {
    this.log("error", logData(message, data));
  }

  get logLevel(): LogLevel | undefined {
    return this.#request.logLevel;
  }

  logs(level: LogLevel): boolean {
    return (
      this.logLevel !== undefined && logLevels.indexOf(level) >= logLevels.indexOf(this.logLevel)
    );
  }

  elicit<S extends StandardSchema>(
    question: SchemaQuestion<S>,
    options?: AskOptions,
  ): Promise<SchemaAnswer<InferOutput<S>>>;
  elicit(params: ElicitFormParams | ElicitUrlParams, options?: AskOptions): Promise<ElicitResult>;
  elicit(
    params: ElicitFormParams | ElicitUrlParams | SchemaQuestion<StandardSchema>,
    options: AskOptions = {},
  ): Promise<ElicitResult | SchemaAnswer<unknown>> {
    if ("schema" in params) {
      return handled(this.#later(({ elicitBySchema }) => elicitBySchema(this, params, options)));
    }
    return handled(this.#ask("elicitation/create", params, options) as Promise<ElicitResult>);
  }

  get ask(): Asking {
    return new Asker(this, (ask) => this.#later(ask));
  }

  sample<S extends SchemaSource>(
    prompt: SampleInput,
    options: SampleOptions<S>,
  ): Promise<SampleAnswer & { readonly value: InferOutput<S> }>;
  sample(prompt: SampleInput, options?: AskOptions): Promise<SampleAnswer>;
  sample(
    prompt: SampleInput,
    options: AskOptions | SampleOptions<SchemaSource> = {},
  ): Promise<never> {
    const answer =
      "result" in options
        ? this.#later(({ sampleBySchema }) => sampleBySchema(this, prompt, options))
        : this.#sample(prompt, options);
    return handled(answer as Promise<never>);
  }

  runTools(params: ToolRunParams, options: AskOptions = {}): Promise<ToolRun> {
    const run = import("./helpers/run-tools.js").then((code) =>
      code.runTools(this, this.#request, params, options),
    );
    return handled(run);
  }

  listRoots(options: AskOptions = {}): Promise<readonly Root[]> {
    const answer = this.#ask("roots/list", {}, options);
    return handled(answer.then((result) => (result as { readonly roots: readonly Root[] }).roots));
  }

  once<T>(key: string, work: () => T | Promise<T>): Promise<T> {
    return handled(this.#once(key, work));
  }

  isSubscribed(uri: string): boolean {
    return this.#request.server?.isSubscribed(uri, this.#request) ?? false;
  }

  notify(method: string, params: JsonObject = {}): void {
    requireOwnMethod(method);
    this.#inOrder(() => this.#request.send(notificationMessage(method, params)));
  }

  sendRequest(
    method: string,
    params: JsonObject = {},
    options: Pick<AskOptions, "timeoutMs"> = {},
  ): Promise<JsonObject> {
    requireOwnMethod(method);
    const answer = this.#later(({ sendOwnRequest }) =>
      sendOwnRequest(this.#request, { method, params, signal: this.signal, ...options }),
    );
    return handled(answer);
  }

  disconnect(retryMs?: number): void {
    this.#inOrder(() => this.#request.disconnect(retryMs));
  }

  /** Waits for queued questions and messages, which the response must not overtake. */
  async flush(): Promise<void> {
    await this.#requester?.flush?.();
  }

  async #sample(prompt: SampleInput, options: AskOptions): Promise<SampleAnswer> {
    const answer = await this.#ask("sampling/createMessage", sampleParams(prompt), options);
    return withText(answer as SamplingResult);
  }

  async #ask(method: ClientMethod, question: object, options: AskOptions): Promise<unknown> {
    checkQuestion(method, question as JsonObject);
    // Copied because the handler may change it before it is sent.
    const params = jsonCopy(question) as JsonObject;
    const requester = this.#requesterOrPush();
    if (requester) return requester.ask(method, params, options);
    return clientInputCode.use(async ({ checkAccepted }) => {
      checkAccepted(method, params, this.#request);
      throw new Error(`Handlers of ${this.#request.method} can't ask the client since 2026-07-28.`);
    });
  }

  async #once<T>(key: string, work: () => T | Promise<T>): Promise<T> {
    const requester = this.#requesterOrPush();
    // Without a requester the handler runs only once.
    return requester ? requester.once(key, work) : work();
  }

  /** Does work that asks, with its code. Questions and messages keep their order also while that is loading. */
  #later<T>(work: (code: ClientInputCode) => Promise<T>): Promise<T> {
    const requester = this.#requesterOrPush();
    return requester?.later ? requester.later(work) : clientInputCode.use(work);
  }

  #inOrder(send: () => void): void {
    if (this.#requester?.inOrder) this.#requester.inOrder(send);
    else send();
  }

  #requesterOrPush(): Requester | undefined {
    if (this.#requester || isModern(this.protocolVersion)) return this.#requester;
    return (this.#requester = new LazyPushRequester(this.#request, this.#signal));
  }
}

/** Clients can cause rejections, so one that a handler ignores must not end the process. */
function handled<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => {});
  return answer;
}
