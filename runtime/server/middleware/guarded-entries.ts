/** Entries with guards, interceptors and exception handlers around them. */
import type { ClientCapabilities } from "../../protocol/client-requests.js";
import type { HeaderParameter } from "../../protocol/headers/mcp-headers.js";
import type { CallToolResult, TaskSupport, Tool } from "../../protocol/model.js";
import type { RawVariables } from "../../resources/uri-template.js";
import type { MaybePromise } from "../../session/maybe-promise.js";
import type { PromptEntry, ResourceEntry, TemplateEntry, ToolEntry } from "../registry/registry.js";
import type { CallContext, InputRequired } from "../types/call-context.js";
import type { ToolArguments } from "../types/definitions.js";
import type { Metadata } from "../types/metadata.js";
import type { CalledOperation, EntryCall } from "../types/middleware.js";
import type { Around } from "./around.js";

export class GuardedTool implements ToolEntry {
  readonly #entry: ToolEntry;
  readonly #around: Around;
  readonly hiddenFrom: ToolEntry["hiddenFrom"];

  constructor(entry: ToolEntry, around: Around) {
    this.#entry = entry;
    this.#around = around;
    this.hiddenFrom = around.hiddenFrom;
  }

  get metadata(): Metadata {
    return this.#around.metadata;
  }

  get operation(): CalledOperation | undefined {
    return this.#entry.operation;
  }

  get origin(): string | undefined {
    return this.#entry.origin;
  }

  get headers(): readonly HeaderParameter[] | undefined {
    return this.#entry.headers;
  }

  get scopes(): readonly string[] | undefined {
    return this.#entry.scopes;
  }

  get scopesOf(): ToolEntry["scopesOf"] {
    return this.#entry.scopesOf;
  }

  get requires(): ClientCapabilities | undefined {
    return this.#entry.requires;
  }

  get task(): TaskSupport | undefined {
    return this.#entry.task;
  }

  get timeoutMs(): number | undefined {
    return this.#entry.timeoutMs;
  }

  describe(prefix?: string): Tool {
    return this.#entry.describe(prefix);
  }

  call(args: ToolArguments, ctx: CallContext): MaybePromise<CallToolResult | InputRequired> {
    return this.#around.run({ ctx, args }, (given, call) => this.#entry.call(given, call));
  }
}

export function guardedResource(entry: ResourceEntry, around: Around): ResourceEntry {
  const { uri } = entry.listed;
  return {
    ...entry,
    hiddenFrom: around.hiddenFrom,
    metadata: around.metadata,
    read: async (ctx) => around.run({ ctx, args: {}, uri }, (_, call) => entry.read(call)),
  };
}

export function guardedTemplate(entry: TemplateEntry, around: Around): TemplateEntry {
  return {
    ...entry,
    hiddenFrom: around.hiddenFrom,
    metadata: around.metadata,
    read: async (uri, variables, ctx) =>
      around.run({ ctx, args: argumentsOf(variables), uri }, (args, call) =>
        entry.read(uri, variablesOf(args), call),
      ),
  };
}

export function guardedPrompt(entry: PromptEntry, around: Around): PromptEntry {
  return {
    ...entry,
    hiddenFrom: around.hiddenFrom,
    metadata: around.metadata,
    get: async (args, ctx) =>
      around.run({ ctx, args }, (given, call) => entry.get(given as PromptArguments, call)),
  };
}

type PromptArguments = { readonly [name: string]: string };

/** Shows variables as guards see them: a text, or a list of several. */
function argumentsOf(variables: RawVariables): EntryCall["args"] {
  return Object.fromEntries(
    Array.from(variables, ([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

function variablesOf(args: EntryCall["args"]): RawVariables {
  return new Map(
    Object.entries(args).map(([name, value]) => [
      name,
      (Array.isArray(value) ? value : [value]).map(String),
    ]),
  );
}
