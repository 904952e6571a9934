import type {
  ClientCapabilities,
  ElicitFormParams,
  ElicitResult,
  ElicitUrlParams,
  Root,
  SamplingParams,
  SamplingResult,
} from "../../protocol/client-requests.js";
import type { RequestId } from "../../protocol/json-rpc.js";
import type { Implementation, LogLevel } from "../../protocol/model.js";
import type { Caller } from "../../session/caller.js";
import { callSession } from "./call-session.js";
import type { AskOptions, CallContext } from "./call-context.js";
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

  get [callSession](): unknown {
    return (this.#ctx as { readonly [callSession]?: unknown })[callSession];
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

  elicit(params: ElicitFormParams | ElicitUrlParams, options?: AskOptions): Promise<ElicitResult> {
    return this.#ctx.elicit(params, options);
  }

  sample(params: SamplingParams, options?: AskOptions): Promise<SamplingResult> {
    return this.#ctx.sample(params, options);
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
