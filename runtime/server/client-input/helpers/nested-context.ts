import { ToolError } from "../../../protocol/tool-error.js";
import type { Cancellation } from "../../../protocol/cancellable.js";
import type { Asking } from "../../types/asking.js";
import { callCancellation } from "../../types/call-cancellation.js";
import type { CallContext } from "../../types/call-context.js";
import { DelegatingContext } from "../../types/delegating-context.js";

/** The context of a tool that the client's model chose while a handler waits for its answer. */
export class NestedContext extends DelegatingContext {
  readonly #name: string;
  readonly #signal: AbortSignal | undefined;

  /** @param signal default: that of the call */
  constructor(ctx: CallContext, name: string, signal: AbortSignal | undefined) {
    super(ctx);
    this.#name = name;
    this.#signal = signal;
  }

  override get signal(): AbortSignal {
    return this.#signal ?? super.signal;
  }

  override get [callCancellation](): Cancellation {
    return this.#signal ?? super[callCancellation];
  }

  override get toolName(): string {
    return this.#name;
  }

  override get inputResponses(): undefined {
    return undefined;
  }

  override get requestState(): undefined {
    return undefined;
  }

  /** Only the handler that runs the tools reports progress. */
  override progress(): void {}

  /** The whole run of the tool is done once. */
  override async once<T>(_key: string, work: () => T | Promise<T>): Promise<T> {
    return work();
  }

  override elicit(): Promise<never> {
    return Promise.reject(this.#refusal());
  }

  override get ask(): Asking {
    throw this.#refusal();
  }

  override sample(): Promise<never> {
    return Promise.reject(this.#refusal());
  }

  override runTools(): Promise<never> {
    return Promise.reject(this.#refusal());
  }

  override listRoots(): Promise<never> {
    return Promise.reject(this.#refusal());
  }

  override sendRequest(): Promise<never> {
    return Promise.reject(this.#refusal());
  }

  #refusal(): ToolError {
    return new ToolError(`The tool ${this.#name} asks the client, which it can't do here.`);
  }
}
