import type { MountedCall } from "../registry/mounted-call.js";
import { DelegatingContext } from "../types/delegating-context.js";
import type { AskOptions } from "../types/call-context.js";
import type { ToolRun, ToolRunParams } from "../types/sampling.js";
import { mountedBy } from "../types/mounted-by.js";

/** A call in a mounted server: with the value of its own lifespan, and its own name of the tool. */
export class MountedContext extends DelegatingContext {
  readonly #call: MountedCall;
  readonly #lifespan: unknown;
  readonly #toolName: string | undefined;

  constructor(call: MountedCall, lifespan: unknown, toolName: string | undefined) {
    super(call.ctx);
    this.#call = call;
    this.#lifespan = lifespan;
    this.#toolName = toolName;
  }

  override get lifespan(): unknown {
    return this.#lifespan;
  }

  override get toolName(): string | undefined {
    return this.#toolName ?? super.toolName;
  }

  /** The host offers the server's tools under its own names. */
  override runTools(params: ToolRunParams, options?: AskOptions): Promise<ToolRun> {
    const { prefix } = this.#call;
    const tools = params.tools.map((each) => (typeof each === "string" ? prefix + each : each));
    return super.runTools({ ...params, tools }, options);
  }

  override get [mountedBy](): MountedCall {
    return this.#call;
  }
}
