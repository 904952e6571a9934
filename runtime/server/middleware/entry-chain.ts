/** The calls of entries with guards, interceptors and exception handlers around them. */
import type { CallToolResult, GetPromptResult } from "../../protocol/model.js";
import type { RawVariables } from "../../resources/uri-template.js";
import { andThen, type MaybePromise } from "../../protocol/maybe-promise.js";
import type {
  EntryGuards,
  GuardedRequest,
  PromptEntry,
  ReadOutcome,
  ResourceEntry,
  TemplateEntry,
  ToolEntry,
  UnlistedResources,
} from "../registry/registry.js";
import { isInputRequired } from "../client-input/input-required.js";
import type { CallContext, InputRequired } from "../types/call-context.js";
import type { ToolArguments } from "../types/definitions.js";
import type { EntryCall, Middleware } from "../types/middleware.js";
import { Chain } from "./chain.js";
import { calledEntry, EntryCallContext, type CalledEntry } from "./entry-call-context.js";
import type { EntryFacts } from "./model.js";

type Args = EntryCall["args"];

/** What is around the calls of one entry, whatever its kind. */
export class EntryChain {
  readonly #facts: CalledEntry;
  readonly #chain: Chain;

  constructor(facts: EntryFacts, use: readonly Middleware[]) {
    this.#facts = calledEntry(facts);
    this.#chain = new Chain(use);
  }

  /** @throws ForbiddenError when a guard refuses; what the tool throws and no handler takes */
  callTool(
    tool: ToolEntry,
    args: ToolArguments,
    ctx: CallContext,
  ): MaybePromise<CallToolResult | InputRequired> {
    const call = new EntryCallContext(this.#facts, ctx, args);
    return this.#chain.run(call, (inner) => tool.call(inner.args, inner));
  }

  /** Offers an error to the handlers of the tool itself, then to these. @throws what none of them takes */
  async handleLate(
    tool: ToolEntry,
    error: Error,
    args: ToolArguments,
    ctx: CallContext,
  ): Promise<CallToolResult> {
    const call = new EntryCallContext(this.#facts, ctx, args);
    const result = await this.#chain.handle(call, async () => {
      if (!tool.handleLate) throw error;
      return tool.handleLate(error, args, ctx);
    });
    // The call has ended, so there is nobody to ask.
    if (isInputRequired(result)) throw error;
    return result;
  }

  /** @throws like `callTool` */
  async readResource(
    resource: ResourceEntry,
    ctx: CallContext,
  ): Promise<ReadOutcome | InputRequired> {
    const call = new EntryCallContext(this.#facts, ctx, {}, resource.listed.uri);
    return this.#chain.run(call, (inner) => resource.read(inner));
  }

  /** @throws like `callTool` */
  async readTemplate(
    template: TemplateEntry,
    uri: string,
    variables: RawVariables,
    ctx: CallContext,
  ): Promise<ReadOutcome | InputRequired> {
    const call = new EntryCallContext(this.#facts, ctx, argumentsOf(variables), uri);
    return this.#chain.run(call, (inner) => template.read(uri, variablesOf(inner.args), inner));
  }

  /** @throws like `callTool` */
  async readUnlisted(
    resources: UnlistedResources,
    uri: string,
    ctx: CallContext,
  ): Promise<ReadOutcome | InputRequired> {
    const call = new EntryCallContext(this.#facts, ctx, {}, uri);
    return this.#chain.run(call, (inner) => resources.read(uri, inner));
  }

  /** @throws like `callTool` */
  async getPrompt(
    prompt: PromptEntry,
    args: Args,
    ctx: CallContext,
  ): Promise<GetPromptResult | InputRequired> {
    const call = new EntryCallContext(this.#facts, ctx, args);
    return this.#chain.run(call, (inner) => prompt.get(textsOf(inner.args), inner));
  }

  /** Whether a guard leaves the entry out of the caller's lists. */
  isHiddenFrom(ctx: CallContext, mounted: EntryGuards | undefined): MaybePromise<boolean> {
    const call = new EntryCallContext(this.#facts, ctx, {}, undefined, "list");
    return andThen(
      this.#chain.hides(call),
      (isHidden) => isHidden || (mounted?.isHiddenFrom(ctx) ?? false),
    );
  }

  /** Asks the guards, and runs nothing else. @throws ForbiddenError when one refuses; what one throws */
  admit(request: GuardedRequest, mounted: EntryGuards | undefined): MaybePromise<void> {
    const {
      ctx,
      purpose,
      variables,
      args = variables ? argumentsOf(variables) : {},
      uri,
    } = request;
    const call = new EntryCallContext(this.#facts, ctx, args, uri, purpose);
    return andThen(this.#chain.check(call), () => mounted?.admit(request));
  }
}

/** Shows variables as guards see them: a text, or a list of several. */
function argumentsOf(variables: RawVariables): Args {
  return Object.fromEntries(
    Array.from(variables, ([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

/** @throws TypeError for values that an interceptor passes on and that variables can't have */
function variablesOf(args: Args): RawVariables {
  return new Map(
    Object.entries(args)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [
        name,
        (Array.isArray(value) ? value : [value]).map((each) => textOf(name, each)),
      ]),
  );
}

/** @throws TypeError for values that an interceptor passes on and that the arguments of a prompt can't have */
function textsOf(args: Args): { readonly [name: string]: string } {
  for (const name in args) if (typeof args[name] !== "string") return asTexts(args);
  return args as { readonly [name: string]: string };
}

function asTexts(args: Args): { readonly [name: string]: string } {
  return Object.fromEntries(
    Object.entries(args)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, textOf(name, value)]),
  );
}

function textOf(name: string, value: unknown): string {
  if (typeof value === "object" || typeof value === "function" || typeof value === "symbol") {
    throw new TypeError(`An interceptor has passed on an argument ${name} that is no text.`);
  }
  return String(value);
}
