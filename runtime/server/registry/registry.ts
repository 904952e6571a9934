import { checkedScopes } from "../../oauth/scopes.js";
import type { ClientCapabilities } from "../../protocol/client-requests.js";
import type { CacheHints } from "../../protocol/codec/codec-writer.js";
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
import type { CallContext, InputRequired } from "../types/call-context.js";
import type {
  Completer,
  CompletionHandler,
  MethodDefinition,
  MethodHandler,
  Registration,
  ToolArguments,
} from "../types/definitions.js";

interface HidableEntry {
  /** Present if a guard hides the entry: decides whether it is left out of a caller's list. */
  readonly hiddenFrom?: ((ctx: CallContext) => boolean | Promise<boolean>) | undefined;
}

export interface ToolEntry extends HidableEntry {
  /** Returns the listed tool, made on the first call. */
  describe(): Tool;
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
}

/** The contents of a resource, and their own cache hints if they have any. */
export interface ReadOutcome extends ReadResourceResult {
  readonly cache?: CacheHints;
}

export interface ResourceEntry extends HidableEntry {
  readonly listed: Resource;
  readonly scopes?: readonly string[];
  readonly cache?: CacheHints;
  read(ctx: CallContext): Promise<ReadOutcome | InputRequired>;
}

export interface TemplateEntry extends HidableEntry {
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
export interface UnlistedResources {
  /** The common prefix of their URIs. */
  readonly prefix: string;
  read(uri: string, ctx: CallContext): Promise<ReadOutcome>;
}

export interface PromptEntry extends HidableEntry {
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
  readonly extension: string | undefined;
  readonly scopes: readonly string[] | undefined;
  readonly handler: MethodHandler;
}

/** Names reserved for the protocol, including later revisions. */
const reservedMethod =
  /^(?:initialize$|ping$|notifications\/|server\/|tools\/|resources\/|prompts\/|completion\/|logging\/|subscriptions\/|tasks\/|sampling\/|elicitation\/|roots\/)/;

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
  /** Set before the server is first used. */
  unlisted: UnlistedResources | undefined;
  /** Called when the tools are listed, which a call of one follows soon. Set before the server is first used. */
  onToolsListed: (() => void) | undefined;
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

  /** Whether the server can complete anything. */
  get completes(): boolean {
    if (this.#completions.entries.size > 0) return true;
    for (const { completers } of this.prompts.values()) if (completers) return true;
    for (const { completers } of this.templates.values()) if (completers) return true;
    return false;
  }

  onChange(listener: (kind: RegistryKind) => void): void {
    this.#onChange = listener;
  }

  addTool(name: string, entry: ToolEntry): Registration {
    if (!toolName.test(name)) {
      throw new TypeError(
        `A tool name must have 1 to 128 of the characters A-Z a-z 0-9 _ - . only: ${JSON.stringify(name)}`,
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
    if (reservedMethod.test(name))
      throw new TypeError(`The method name ${name} is reserved for the protocol.`);
    return this.#methods.add(name, {
      extension,
      scopes: scopes && checkedScopes(scopes),
      handler,
    });
  }

  #changed(kind: RegistryKind | undefined): void {
    this.#version++;
    if (kind) this.#onChange?.(kind);
  }
}

/** The entries of one kind, in the order of registration. */
class EntryMap<K, T> {
  readonly #entries = new Map<K, T>();
  readonly #kind: string;
  readonly #changed: () => void;

  /**
   * @param kind name of an entry in messages: `tool`
   * @param changed called on each change
   */
  constructor(kind: string, changed: () => void) {
    this.#kind = kind;
    this.#changed = changed;
  }

  get entries(): ReadonlyMap<K, T> {
    return this.#entries;
  }

  /** @throws TypeError if the key is already in use */
  add(key: K, entry: T): Registration {
    if (this.#entries.has(key)) {
      throw new TypeError(`There is already a ${this.#kind} ${JSON.stringify(key)}.`);
    }
    this.#entries.set(key, entry);
    this.#changed();
    return new EntryRegistration(this, key, entry);
  }

  /** Removes an entry, unless another one has its key by now. */
  remove(key: K, entry: T): void {
    if (this.#entries.get(key) !== entry) return;
    this.#entries.delete(key);
    this.#changed();
  }
}

/** A class because closures take several times the memory, and there may be thousands of entries. */
class EntryRegistration<K, T> implements Registration {
  readonly #map: EntryMap<K, T>;
  readonly #key: K;
  readonly #entry: T;

  constructor(map: EntryMap<K, T>, key: K, entry: T) {
    this.#map = map;
    this.#key = key;
    this.#entry = entry;
  }

  remove(): void {
    this.#map.remove(this.#key, this.#entry);
  }
}
