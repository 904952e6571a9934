import type {
  ClientCapabilities,
  ClientMethod,
  ElicitFormParams,
  ElicitResult,
  ElicitUrlParams,
  Root,
  SamplingParams,
  SamplingResult,
} from "../../protocol/client-requests.js";
import { jsonCopy, member, type JsonObject } from "../../protocol/json.js";
import type { Implementation, LogLevel } from "../../protocol/model.js";
import { isModern, type Revision } from "../../protocol/revisions.js";
import type { Caller } from "../../session/caller.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import type { Requester } from "./requester.js";
import { checkQuestion } from "../../protocol/questions/check-question.js";
import { LazyPushRequester } from "./lazy-requester.js";
import { clientInputCode } from "./lazy-code.js";
import type { RequestId } from "../../protocol/json-rpc.js";
import type { Session } from "../../session/session.js";
import { callSession } from "../types/call-session.js";
import type { AskOptions, CallContext } from "../types/call-context.js";
import type { ReadMetadata } from "../types/metadata.js";

/** Entries without metadata have none to read. */
const noMetadata: ReadMetadata = () => undefined;

/** The context of one run of a handler. Every call gets one, so it is cheap until it is used. */
export class RequestContext implements CallContext {
  readonly #request: IncomingRequest;
  readonly #signal: AbortSignal | undefined;
  #requester: Requester | undefined;
  #state: Map<unknown, unknown> | undefined;

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

  get [callSession](): Session | undefined {
    return this.#request.session;
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

  elicit(
    params: ElicitFormParams | ElicitUrlParams,
    options: AskOptions = {},
  ): Promise<ElicitResult> {
    return handled(this.#ask("elicitation/create", params, options) as Promise<ElicitResult>);
  }

  sample(params: SamplingParams, options: AskOptions = {}): Promise<SamplingResult> {
    return handled(this.#ask("sampling/createMessage", params, options) as Promise<SamplingResult>);
  }

  listRoots(options: AskOptions = {}): Promise<readonly Root[]> {
    const answer = this.#ask("roots/list", {}, options);
    return handled(answer.then((result) => (result as { readonly roots: readonly Root[] }).roots));
  }

  once<T>(key: string, work: () => T | Promise<T>): Promise<T> {
    return handled(this.#once(key, work));
  }

  disconnect(retryMs?: number): void {
    this.#inOrder(() => this.#request.disconnect(retryMs));
  }

  /** Waits for queued questions and messages, which the response must not overtake. */
  async flush(): Promise<void> {
    await this.#requester?.flush?.();
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
