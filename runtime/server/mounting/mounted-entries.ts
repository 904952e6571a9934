/** Entries of a mounted server as its host offers them. */
import type { ClientCapabilities } from "../../protocol/client-requests.js";
import type { HeaderParameter } from "../../protocol/headers/mcp-headers.js";
import type { CallToolResult, TaskSupport, Tool } from "../../protocol/model.js";
import type { MaybePromise } from "../../protocol/maybe-promise.js";
import type {
  AnyEntry,
  EntryGuards,
  HandleLate,
  MethodEntry,
  PromptEntry,
  Registry,
  ResourceEntry,
  TemplateEntry,
  ToolEntry,
  UnlistedResources,
} from "../registry/registry.js";
import type { CallContext, InputRequired } from "../types/call-context.js";
import type {
  Completer,
  CompletionHandler,
  CompletionRequest,
  ToolArguments,
} from "../types/definitions.js";
import type { Metadata } from "../types/metadata.js";
import type { CalledOperation } from "../types/middleware.js";

/** Runs calls in a mounted server. */
export interface MountRunner {
  /** Goes before the names of tools and prompts. */
  readonly prefix: string;
  /** Names the mounted server in messages. */
  readonly origin: string;
  /** Calls `work` with the call's context in the mounted server. */
  run<T>(
    ctx: CallContext,
    work: (inner: CallContext) => MaybePromise<T>,
    toolName?: string,
  ): MaybePromise<T>;
}

export class MountedTool implements ToolEntry {
  readonly #entry: ToolEntry;
  readonly #name: string;
  readonly #mount: MountRunner;
  readonly guards: EntryGuards | undefined;

  constructor(entry: ToolEntry, name: string, mount: MountRunner) {
    this.#entry = entry;
    this.#name = name;
    this.#mount = mount;
    this.guards = mountedGuards(entry, mount);
  }

  get origin(): string {
    return originOf(this.#entry, this.#mount);
  }

  get metadata(): Metadata | undefined {
    return this.#entry.metadata;
  }

  get operation(): CalledOperation | undefined {
    return this.#entry.operation;
  }

  get callsUnlisted(): boolean | undefined {
    return this.#entry.callsUnlisted;
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

  describe(prefix = "", isGuarded?: boolean): Tool {
    const all = prefix + this.#mount.prefix;
    return { ...this.#entry.describe(all, isGuarded), name: all + this.#name };
  }

  get handleLate(): HandleLate | undefined {
    const { handleLate } = this.#entry;
    return (
      handleLate &&
      ((error, args, ctx) =>
        this.#mount.run(ctx, (inner) => handleLate(error, args, inner), this.#name))
    );
  }

  call(args: ToolArguments, ctx: CallContext): MaybePromise<CallToolResult | InputRequired> {
    return this.#mount.run(ctx, (inner) => this.#entry.call(args, inner), this.#name);
  }
}

export function mountedResource(entry: ResourceEntry, mount: MountRunner): ResourceEntry {
  return {
    ...entry,
    origin: originOf(entry, mount),
    guards: mountedGuards(entry, mount),
    read: async (ctx) => mount.run(ctx, (inner) => entry.read(inner)),
  };
}

export function mountedTemplate(entry: TemplateEntry, mount: MountRunner): TemplateEntry {
  return {
    ...entry,
    origin: originOf(entry, mount),
    guards: mountedGuards(entry, mount),
    ...mountedCompleters(entry, mount),
    read: async (uri, variables, ctx) =>
      mount.run(ctx, (inner) => entry.read(uri, variables, inner)),
  };
}

export function mountedPrompt(entry: PromptEntry, mount: MountRunner): PromptEntry {
  return {
    ...entry,
    listed: { ...entry.listed, name: mount.prefix + entry.listed.name },
    origin: originOf(entry, mount),
    guards: mountedGuards(entry, mount),
    ...mountedCompleters(entry, mount),
    get: async (args, ctx) => mount.run(ctx, (inner) => entry.get(args, inner)),
  };
}

export function mountedMethod(entry: MethodEntry, mount: MountRunner): MethodEntry {
  return {
    ...entry,
    origin: originOf(entry, mount),
    handler: async (params, ctx) => mount.run(ctx, (inner) => entry.handler(params, inner)),
  };
}

export function mountedUnlisted(
  resources: UnlistedResources,
  mount: MountRunner,
): UnlistedResources {
  return {
    ...resources,
    guards: mountedGuards(resources, mount),
    read: async (uri, ctx) => mount.run(ctx, (inner) => resources.read(uri, inner)),
  };
}

/** Asks a completion handler only about prompts, templates and resources of its own server. */
export function mountedCompletion(
  handler: CompletionHandler,
  registry: Registry,
  mount: MountRunner,
): CompletionHandler {
  return async (request, ctx) => {
    const ref = ownReference(request.ref, registry, mount.prefix);
    if (!ref) return undefined;
    return mount.run(ctx, (inner) => handler({ ...request, ref }, inner));
  };
}

function ownReference(
  ref: CompletionRequest["ref"],
  registry: Registry,
  prefix: string,
): CompletionRequest["ref"] | undefined {
  if (ref.type === "ref/resource") {
    return registry.templates.has(ref.uri) || registry.resource(ref.uri) ? ref : undefined;
  }
  if (!ref.name.startsWith(prefix)) return undefined;
  const name = ref.name.slice(prefix.length);
  return registry.prompts.has(name) ? { ...ref, name } : undefined;
}

function mountedCompleters(
  { completers }: Pick<PromptEntry, "completers">,
  mount: MountRunner,
): { readonly completers?: ReadonlyMap<string, Completer> } {
  if (!completers) return {};
  const mounted = Array.from(completers, ([name, complete]): [string, Completer] => [
    name,
    async (value, others, ctx) => mount.run(ctx, (inner) => complete(value, others, inner)),
  ]);
  return { completers: new Map(mounted) };
}

function mountedGuards({ guards }: AnyEntry, mount: MountRunner): EntryGuards | undefined {
  return (
    guards && {
      mayHide: guards.mayHide,
      isHiddenFrom: (ctx) => mount.run(ctx, (inner) => guards.isHiddenFrom(inner)),
      admit: (request) => mount.run(request.ctx, (ctx) => guards.admit({ ...request, ctx })),
    }
  );
}

/** Names the server that an entry is of: of servers mounted in each other, the innermost first. */
function originOf({ origin }: { readonly origin?: string | undefined }, mount: MountRunner) {
  return origin === undefined ? mount.origin : `${origin} in ${mount.origin}`;
}
