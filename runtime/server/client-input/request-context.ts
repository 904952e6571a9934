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
import { jsonCopy, type JsonObject } from "../../protocol/json.js";
import type { Implementation, LogLevel } from "../../protocol/model.js";
import { isModern, type Revision } from "../../protocol/revisions.js";
import type { Caller } from "../../session/caller.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import type { Requester } from "./requester.js";
import { checkQuestion } from "./check-question.js";
import { LazyPushRequester } from "./lazy-requester.js";
import { clientInputCode } from "./lazy-code.js";
import type { AskOptions, CallContext } from "../types/call-context.js";

/** The context of one run of a handler. Costs next to nothing until it is used: one is made for every call. */
export class RequestContext implements CallContext {
  readonly #request: IncomingRequest;
  readonly #signal: AbortSignal | undefined;
  #asker: Requester | undefined;

  /**
   * @param asker how to ask the client; default: at once on a session, and not at all since 2026-07-28, where only
   *   requests that `runRounds` serves may end with questions
   * @param signal default the request's
   */
  constructor(request: IncomingRequest, requester?: Requester, signal?: AbortSignal) {
    this.#request = request;
    this.#asker = requester;
    this.#signal = signal;
  }

  get signal(): AbortSignal {
    return this.#signal ?? this.#request.signal;
  }

  get meta(): JsonObject {
    return this.#request.meta;
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
    return this.#asker?.inputResponses;
  }

  get requestState(): unknown {
    return this.#asker?.requestState;
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
    return watched(this.#ask("elicitation/create", params, options) as Promise<ElicitResult>);
  }

  sample(params: SamplingParams, options: AskOptions = {}): Promise<SamplingResult> {
    return watched(this.#ask("sampling/createMessage", params, options) as Promise<SamplingResult>);
  }

  listRoots(options: AskOptions = {}): Promise<readonly Root[]> {
    const answer = this.#ask("roots/list", {}, options);
    return watched(answer.then((result) => (result as { readonly roots: readonly Root[] }).roots));
  }

  once<T>(key: string, work: () => T | Promise<T>): Promise<T> {
    return watched(this.#once(key, work));
  }

  disconnect(retryMs?: number): void {
    this.#inOrder(() => this.#request.disconnect(retryMs));
  }

  /** Resolves once nothing waits to be asked or said: an answer that comes before would pass it. */
  async said(): Promise<void> {
    await this.#asker?.said?.();
  }

  async #ask(method: ClientMethod, question: object, options: AskOptions): Promise<unknown> {
    checkQuestion(method, question as JsonObject);
    // It may be sent later than it is asked, and is what it was then.
    const params = jsonCopy(question) as JsonObject;
    const requester = this.#askerOrPush();
    if (requester) return requester.ask(method, params, options);
    return clientInputCode.use(async ({ checkAccepted }) => {
      checkAccepted(method, params, this.#request);
      throw new Error(`Nothing can be asked while ${this.#request.method} is at work.`);
    });
  }

  async #once<T>(key: string, work: () => T | Promise<T>): Promise<T> {
    const requester = this.#askerOrPush();
    // Where nothing can be asked the handler runs once.
    return requester ? requester.once(key, work) : work();
  }

  #inOrder(say: () => void): void {
    if (this.#asker?.inOrder) this.#asker.inOrder(say);
    else say();
  }

  #askerOrPush(): Requester | undefined {
    if (this.#asker || isModern(this.protocolVersion)) return this.#asker;
    return (this.#asker = new LazyPushRequester(this.#request, this.#signal));
  }
}

/** What nobody waits for must not end the process when it fails: clients can make it fail. */
function watched<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => {});
  return answer;
}
