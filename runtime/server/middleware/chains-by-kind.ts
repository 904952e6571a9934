/** The calls of entries of each kind, with guards, interceptors and exception handlers around them. */
import type { MaybePromise } from "../../protocol/maybe-promise.js";
import type { CallToolResult, GetPromptResult } from "../../protocol/model.js";
import type { RawVariables } from "../../resources/uri-template.js";
import { isInputRequired } from "../client-input/input-required.js";
import type {
  PromptEntry,
  ReadOutcome,
  ResourceEntry,
  TemplateEntry,
  ToolEntry,
  UnlistedResources,
} from "../registry/registry.js";
import type { CallContext, InputRequired } from "../types/call-context.js";
import type { ToolArguments } from "../types/definitions.js";
import type { EntryCall } from "../types/middleware.js";
import type { RunEntry } from "./chain.js";
import { EntryCallContext } from "./entry-call-context.js";
import { argumentsOf, EntryChain, type Around } from "./entry-chain.js";

type Args = EntryCall["args"];
type ReadChain = EntryChain<ReadOutcome | InputRequired>;
type ToolResult = CallToolResult | InputRequired;

export class ToolChain extends EntryChain<ToolResult> {
  readonly #tool: ToolEntry;
  readonly #callForWire: RunEntry<ToolResult>;

  constructor(around: Around, tool: ToolEntry) {
    const call: RunEntry<ToolResult> = (inner) => tool.call(inner.args, inner);
    super(around, call);
    this.#tool = tool;
    this.#callForWire = (inner) => tool.callForWire?.(inner.args, inner) ?? call(inner);
  }

  /** Calls a tool without interceptors, which would see what is encoded already. @throws like `run` */
  callForWire(args: ToolArguments, ctx: CallContext): MaybePromise<ToolResult> {
    return this.chain.runInstead(new EntryCallContext(this.facts, ctx, args), this.#callForWire);
  }

  /** Offers an error to the handlers of the tool itself, then to these. @throws what none of them takes */
  async handleLate(error: Error, args: ToolArguments, ctx: CallContext): Promise<CallToolResult> {
    const call = new EntryCallContext(this.facts, ctx, args);
    const result = await this.chain.handle(call, async () => {
      if (!this.#tool.handleLate) throw error;
      return this.#tool.handleLate(error, args, ctx);
    });
    // The call has ended, so there is nobody to ask.
    if (isInputRequired(result)) throw error;
    return result;
  }
}

export function resourceChain(around: Around, resource: ResourceEntry): ReadChain {
  return new EntryChain(around, (call) => resource.read(call));
}

export class TemplateChain extends EntryChain<ReadOutcome | InputRequired> {
  constructor(around: Around, template: TemplateEntry) {
    super(around, (call) => template.read(uriOf(call), variablesOf(call.args), call));
  }

  /** @throws like `run` */
  read(
    uri: string,
    variables: RawVariables,
    ctx: CallContext,
  ): MaybePromise<ReadOutcome | InputRequired> {
    return this.run(argumentsOf(variables), ctx, uri);
  }
}

export function unlistedChain(around: Around, resources: UnlistedResources): ReadChain {
  return new EntryChain(around, (call) => resources.read(uriOf(call), call));
}

export function promptChain(
  around: Around,
  prompt: PromptEntry,
): EntryChain<GetPromptResult | InputRequired> {
  return new EntryChain(around, (call) => prompt.get(textsOf(call.args), call));
}

/** The URI that is read: calls of resources and templates have one. */
function uriOf({ uri }: EntryCallContext): string {
  return uri as string;
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
