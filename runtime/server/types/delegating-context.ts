import type {
  ClientCapabilities,
  ElicitFormParams,
  ElicitResult,
  ElicitUrlParams,
  Root,
} from "../../protocol/client-requests.js";
import type { RequestId } from "../../protocol/json-rpc.js";
import type { Implementation, LogLevel } from "../../protocol/model.js";
import type { JsonObject } from "../../protocol/json.js";
import type { InferOutput, SchemaSource, StandardSchema } from "../../schema/schema-source.js";
import type { Caller } from "../../session/caller.js";
import type { Cancellation } from "../../protocol/cancellable.js";
import { callCancellation, cancellationOf } from "./call-cancellation.js";
import { callRequest } from "./call-request.js";
import type { Asking, SchemaAnswer, SchemaQuestion } from "./asking.js";
import type { AskOptions, CallContext } from "./call-context.js";
import type {
  SampleAnswer,
  SampleInput,
  SampleOptions,
  ToolRun,
  ToolRunParams,
} from "./sampling.js";
import type { ReadMetadata } from "./metadata.js";
import { mountedBy } from "./mounted-by.js";

/** A context that passes everything on to another one. Subclasses change single members. */
export class DelegatingContext implements CallContext {
  readonly #ctx: CallContext;

  constructor(ctx: CallContext) {
    this.#ctx = ctx;
  }

  get signal(): AbortSignal {
    return this.#ctx.signal;
  }

  get meta(): { readonly [name: string]: unknown } {
    return this.#ctx.meta;
  }

  get requestId(): RequestId {
    return this.#ctx.requestId;
  }

  get toolName(): string | undefined {
    return this.#ctx.toolName;
  }

  get metadata(): ReadMetadata {
    return this.#ctx.metadata;
  }

  get state(): Map<unknown, unknown> {
    return this.#ctx.state;
  }

  get protocolVersion(): string {
    return this.#ctx.protocolVersion;
  }

  get clientInfo(): Implementation | undefined {
    return this.#ctx.clientInfo;
  }

  get clientCapabilities(): ClientCapabilities {
    return this.#ctx.clientCapabilities;
  }

  get caller(): Caller | undefined {
    return this.#ctx.caller;
  }

  get sessionId(): string | undefined {
    return this.#ctx.sessionId;
  }

  get headers(): ((name: string) => string | undefined) | undefined {
    return this.#ctx.headers;
  }

  get lifespan(): unknown {
    return this.#ctx.lifespan;
  }

  get inputResponses(): { readonly [key: string]: unknown } | undefined {
    return this.#ctx.inputResponses;
  }

  get requestState(): unknown {
    return this.#ctx.requestState;
  }

  get [callCancellation](): Cancellation {
    return cancellationOf(this.#ctx);
  }

  get [callRequest](): unknown {
    return (this.#ctx as { readonly [callRequest]?: unknown })[callRequest];
  }

  get [mountedBy](): unknown {
    return (this.#ctx as { readonly [mountedBy]?: unknown })[mountedBy];
  }

  progress(progress: number, total?: number, message?: string): void {
    this.#ctx.progress(progress, total, message);
  }

  log(level: LogLevel, data: unknown, logger?: string): void {
    this.#ctx.log(level, data, logger);
  }

  debug(message: string, data?: unknown): void {
    this.#ctx.debug(message, data);
  }

  info(message: string, data?: unknown): void {
    this.#ctx.info(message, data);
  }

  warning(message: string, data?: unknown): void {
    this.#ctx.warning(message, data);
  }

  error(message: string, data?: unknown): void {
    this.#ctx.error(message, data);
  }

  get logLevel(): LogLevel | undefined {
    return this.#ctx.logLevel;
  }

  logs(level: LogLevel): boolean {
    return this.#ctx.logs(level);
  }

  elicit<S extends StandardSchema>(
    question: SchemaQuestion<S>,
    options?: AskOptions,
  ): Promise<SchemaAnswer<InferOutput<S>>>;
  elicit(params: ElicitFormParams | ElicitUrlParams, options?: AskOptions): Promise<ElicitResult>;
  elicit(params: object, options?: AskOptions): Promise<never> {
    return this.#ctx.elicit(params as ElicitFormParams, options) as Promise<never>;
  }

  get ask(): Asking {
    return this.#ctx.ask;
  }

  sample<S extends SchemaSource>(
    prompt: SampleInput,
    options: SampleOptions<S>,
  ): Promise<SampleAnswer & { readonly value: InferOutput<S> }>;
  sample(prompt: SampleInput, options?: AskOptions): Promise<SampleAnswer>;
  sample(prompt: SampleInput, options?: AskOptions): Promise<never> {
    return this.#ctx.sample(prompt, options) as Promise<never>;
  }

  runTools(params: ToolRunParams, options?: AskOptions): Promise<ToolRun> {
    return this.#ctx.runTools(params, options);
  }

  isSubscribed(uri: string): boolean {
    return this.#ctx.isSubscribed(uri);
  }

  notify(method: string, params?: JsonObject): void {
    this.#ctx.notify(method, params);
  }

  sendRequest(
    method: string,
    params?: JsonObject,
    options?: Pick<AskOptions, "timeoutMs">,
  ): Promise<JsonObject> {
    return this.#ctx.sendRequest(method, params, options);
  }

  listRoots(options?: AskOptions): Promise<readonly Root[]> {
    return this.#ctx.listRoots(options);
  }

  once<T>(key: string, work: () => T | Promise<T>): Promise<T> {
    return this.#ctx.once(key, work);
  }

  disconnect(retryMs?: number): void {
    this.#ctx.disconnect(retryMs);
  }
}
