import { checkedScopes } from "../../oauth/scopes.js";
import type { ClientCapabilities } from "../../protocol/client-requests.js";
import type { CacheHints } from "../../protocol/codec/codec-writer.js";
import { isReservedMethod } from "../../session/own-method.js";
import type { HeaderParameter } from "../../protocol/headers/mcp-headers.js";
import type {
  CallToolResult,
  GetPromptResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplate,
  TaskSupport,
  Tool,
} from "../../protocol/model.js";
import type { RawVariables, UriTemplate } from "../../resources/uri-template.js";
import { normalUri } from "../../resources/uri.js";
import { EntryMap } from "./entry-map.js";
import type { CallContext, InputRequired } from "../types/call-context.js";
import type { Metadata } from "../types/metadata.js";
import type { CalledOperation, CallPurpose, EntryCall } from "../types/middleware.js";
import type {
  Completer,
  CompletionHandler,
  MethodDefinition,
  MethodHandler,
  Registration,
  ToolArguments,
} from "../types/definitions.js";

/** A request that names an entry and does not call it. */
export interface GuardedRequest {
  readonly ctx: CallContext;
  readonly purpose: CallPurpose;
  /** The arguments that are filled in, or the variables of a URI. */
  readonly args?: EntryCall["args"];
  readonly variables?: RawVariables;
  readonly uri?: string;
}

/** The guards around an entry, which its calls ask by themselves. */
export interface EntryGuards {
  /** True: some lists leave the entry out. */
  readonly mayHide: boolean;
  /** Whether lists for a caller leave the entry out. */
  isHiddenFrom(ctx: CallContext): boolean | Promise<boolean>;
  /** @throws ForbiddenError when a guard refuses; what a guard throws */
  admit(request: GuardedRequest): void | Promise<void>;
}

/** What entries of all kinds have. */
export interface AnyEntry {
  /** Present if guards are around the entry. */
  readonly guards?: EntryGuards | undefined;
  /** What the author has noted about the entry. */
  readonly metadata?: Metadata | undefined;
  /** Present for operations of a generated class. */
  readonly operation?: CalledOperation | undefined;
  /** Present for entries of a mounted server: names it in messages. */
  readonly origin?: string | undefined;
}

export interface ToolEntry extends AnyEntry {
  /** Present for a tool that is not listed and loads what it is: resolves when it can be described. */
  ready?(): void | Promise<void>;
  /**
   * Returns the listed tool.
   *
   * @param prefix goes before the names of the server's tools, which the description may mention
   * @param isGuarded whether guards may hide other tools, which the description must not mention then
   */
  describe(prefix?: string, isGuarded?: boolean): Tool;
  /** True for a tool that calls unlisted ones: guards are around those and not around this. */
  readonly callsUnlisted?: boolean | undefined;
  /** Arguments that HTTP headers repeat. */
  readonly headers?: readonly HeaderParameter[] | undefined;
  readonly scopes?: readonly string[] | undefined;
  /** Present for a tool that calls others: returns the scopes of the one that unchecked arguments name. */
  readonly scopesOf?: ((args: unknown) => readonly string[] | undefined) | undefined;
  readonly requires?: ClientCapabilities | undefined;
  readonly task?: TaskSupport | undefined;
  readonly timeoutMs?: number | undefined;
  /** @throws ToolError for a failure the model should see, ProtocolError for one it should not */
  call(
    args: ToolArguments,
    ctx: CallContext,
  ): CallToolResult | InputRequired | Promise<CallToolResult | InputRequired>;
  /** As `call`, for a result that is sent as it is, so that parts of it may be encoded already. */
  callForWire?(args: ToolArguments, ctx: CallContext): ReturnType<ToolEntry["call"]>;
  /**
   * Present if exception handlers are around the tool: offers them the error of a call that was given up from outside.
   *
   * @throws what none of them takes
   */
  readonly handleLate?: HandleLate | undefined;
}

/** Makes the result of a call that was given up from its error. */
export type HandleLate = (
  error: Error,
  args: ToolArguments,
  ctx: CallContext,
) => CallToolResult | Promise<CallToolResult>;

/** An entry whose updates come from elsewhere, where they must be asked for. */
interface WatchedEntry {
  /** Called when a client begins to listen to a resource. */
  readonly watch?: ((uri: string) => Watch) | undefined;
}

/** Listening to a resource on behalf of a client. */
export interface Watch {
  /** Resolves when no update is missed any more, or after a while without that; never rejects. */
  readonly begun: Promise<unknown>;
  readonly end: () => void;
}

/** The contents of a resource, and their own cache hints if they have any. */
export interface ReadOutcome extends ReadResourceResult {
  readonly cache?: CacheHints;
}

export interface ResourceEntry extends AnyEntry, WatchedEntry {
  readonly listed: Resource;
  readonly scopes?: readonly string[];
  readonly cache?: CacheHints;
  read(ctx: CallContext): Promise<ReadOutcome | InputRequired>;
}

export interface TemplateEntry extends AnyEntry, WatchedEntry {
  readonly listed: ResourceTemplate;
  readonly template: UriTemplate;
  readonly scopes?: readonly string[];
  readonly cache?: CacheHints;
  /** By variable. */
  readonly completers?: ReadonlyMap<string, Completer>;
  read(
    uri: string,
    variables: RawVariables,
    ctx: CallContext,
  ): Promise<ReadOutcome | InputRequired>;
}

/** Temporary resources. They are not listed; results link to them. */
export interface UnlistedResources extends AnyEntry, WatchedEntry {
  /** The name by which guards know them. */
  readonly name: string;
  /** Whether a URI may be one of these. */
  has(uri: string): boolean;
  /** @throws ResourceNotFound if no resource has this URI */
  read(uri: string, ctx: CallContext): Promise<ReadOutcome | InputRequired>;
}

export interface PromptEntry extends AnyEntry {
  readonly listed: Prompt;
  readonly scopes?: readonly string[];
  /** By argument. */
  readonly completers?: ReadonlyMap<string, Completer>;
  get(
    args: { readonly [name: string]: string },
    ctx: CallContext,
  ): Promise<GetPromptResult | InputRequired>;
}

export interface MethodEntry {
  readonly origin?: string | undefined;
  readonly extension: string | undefined;
  readonly scopes: readonly string[] | undefined;
  readonly handler: MethodHandler;
}

/** Takes the entries of a registry. Each method throws a TypeError for one that it can't take. */
export interface RegistryFollower {
  tool(entry: ToolEntry, name: string): Registration;
  resource(entry: ResourceEntry): Registration;
  template(entry: TemplateEntry): Registration;
  prompt(entry: PromptEntry): Registration;
  completion(handler: CompletionHandler): Registration;
  method(entry: MethodEntry, name: string): Registration;
  unlisted(resources: UnlistedResources): Registration;
}

/** The lists whose changes clients are notified of. */
export type RegistryKind = "tools" | "prompts" | "resources";

const toolName = /^[A-Za-z0-9_.-]{1,128}$/;

/** Everything that a server offers, by name and in the order of registration. */
export class Registry {
  readonly #tools = new EntryMap<string, ToolEntry>("tool", () => this.#changed("tools"));
  readonly #resources = new EntryMap<string, ResourceEntry>("resource", () =>
    this.#changed("resources"),
  );
  readonly #templates = new EntryMap<string, TemplateEntry>("resource template", () =>
    this.#changed("resources"),
  );
  readonly #unlisted = new EntryMap<UnlistedResources, UnlistedResources>(
    "collection of temporary resources",
    () => this.#changed(undefined),
  );
  readonly #toolsListed = new Set<() => void>();
  readonly #prompts = new EntryMap<string, PromptEntry>("prompt", () => this.#changed("prompts"));
  readonly #methods = new EntryMap<string, MethodEntry>("method", () => this.#changed(undefined));
  readonly #completions = new EntryMap<CompletionHandler, CompletionHandler>(
    "completion handler",
    () => this.#changed(undefined),
  );
  #version = 0;
  #onChange: ((kind: RegistryKind) => void) | undefined;

  /** Incremented with each change, to detect stale caches. */
  get version(): number {
    return this.#version;
  }

  get tools(): ReadonlyMap<string, ToolEntry> {
    return this.#tools.entries;
  }

  /** By URI in its normal spelling. */
  get resources(): ReadonlyMap<string, ResourceEntry> {
    return this.#resources.entries;
  }

  /** By URI template. */
  get templates(): ReadonlyMap<string, TemplateEntry> {
    return this.#templates.entries;
  }

  get prompts(): ReadonlyMap<string, PromptEntry> {
    return this.#prompts.entries;
  }

  /** Methods that the protocol does not define, by name. */
  get methods(): ReadonlyMap<string, MethodEntry> {
    return this.#methods.entries;
  }

  /** Called in this order, before the completers of single arguments. */
  get completions(): Iterable<CompletionHandler> {
    return this.#completions.entries.keys();
  }

  /** Collections of temporary resources. Several may have the same URI. */
  get unlisted(): ReadonlyMap<UnlistedResources, UnlistedResources> {
    return this.#unlisted.entries;
  }

  /** Whether the server can complete anything. */
  get completes(): boolean {
    if (this.#completions.entries.size > 0) return true;
    for (const { completers } of this.prompts.values()) if (completers) return true;
    for (const { completers } of this.templates.values()) if (completers) return true;
    return false;
  }

  /** Calls the listener whenever the tools are listed, which a call of one follows soon. @returns a function that ends it */
  onToolsListed(listener: () => void): () => void {
    this.#toolsListed.add(listener);
    return () => void this.#toolsListed.delete(listener);
  }

  /** To be called when the tools are listed. */
  toolsListed(): void {
    for (const listener of this.#toolsListed) listener();
  }

  onChange(listener: (kind: RegistryKind) => void): void {
    this.#onChange = listener;
  }

  addTool(name: string, entry: ToolEntry): Registration {
    if (!toolName.test(name)) {
      const origin = entry.origin === undefined ? "" : ` (of ${entry.origin})`;
      throw new TypeError(
        `A tool name must have 1 to 128 of the characters A-Z a-z 0-9 _ - . only: ${JSON.stringify(name)}${origin}`,
      );
    }
    return this.#tools.add(name, entry);
  }

  /** Finds the resource at a URI, however it is percent-encoded. */
  resource(uri: string): ResourceEntry | undefined {
    return this.resources.get(uri) ?? this.resources.get(normalUri(uri));
  }

  addResource(entry: ResourceEntry): Registration {
    return this.#resources.add(normalUri(entry.listed.uri), entry);
  }

  addTemplate(entry: TemplateEntry): Registration {
    return this.#templates.add(entry.listed.uriTemplate, entry);
  }

  addPrompt(entry: PromptEntry): Registration {
    return this.#prompts.add(entry.listed.name, entry);
  }

  addCompletion(handler: CompletionHandler): Registration {
    return this.#completions.add(handler, handler);
  }

  addMethod({ name, extension, scopes }: MethodDefinition, handler: MethodHandler): Registration {
    if (isReservedMethod(name))
      throw new TypeError(`The method name ${name} is reserved for the protocol.`);
    return this.adoptMethod(name, {
      extension,
      scopes: scopes && checkedScopes(scopes),
      handler,
    });
  }

  /** Adds a method that another registry has checked. */
  adoptMethod(name: string, entry: MethodEntry): Registration {
    return this.#methods.add(name, entry);
  }

  addUnlisted(resources: UnlistedResources): Registration {
    return this.#unlisted.add(resources, resources);
  }

  /**
   * Passes all entries on to another registry, and later those that are added, for as long as they are here.
   *
   * @returns takes them back
   * @throws TypeError if one is not taken; then none is passed on
   */
  follow(follower: RegistryFollower): Registration {
    const followed: Registration[] = [];
    const remove = (): void => followed.forEach((each) => each.remove());
    try {
      followed.push(this.#tools.follow((entry, name) => follower.tool(entry, name)));
      followed.push(this.#resources.follow((entry) => follower.resource(entry)));
      followed.push(this.#templates.follow((entry) => follower.template(entry)));
      followed.push(this.#prompts.follow((entry) => follower.prompt(entry)));
      followed.push(this.#completions.follow((handler) => follower.completion(handler)));
      followed.push(this.#methods.follow((entry, name) => follower.method(entry, name)));
      followed.push(this.#unlisted.follow((resources) => follower.unlisted(resources)));
    } catch (error) {
      remove();
      throw error;
    }
    return { remove };
  }

  #changed(kind: RegistryKind | undefined): void {
    this.#version++;
    if (kind) this.#onChange?.(kind);
  }
}
