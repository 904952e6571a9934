import type { ClientCapabilities } from "../../protocol/client-requests.js";
import type { CacheHints } from "../../protocol/codec/codec-writer.js";
import type { HeaderParameter } from "../../protocol/mcp-headers.js";
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
import type { CallContext, InputRequired } from "../types/call-context.js";
import type {
  Completer,
  CompletionHandler,
  MethodDefinition,
  MethodHandler,
  Registration,
  ToolArguments,
} from "../types/definitions.js";

export interface ToolEntry {
  /** As clients see it; made when first listed. */
  describe(): Tool;
  /** Arguments that headers repeat. */
  readonly headers?: readonly HeaderParameter[] | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly requires?: ClientCapabilities | undefined;
  readonly task?: TaskSupport | undefined;
  readonly timeoutMs?: number | undefined;
  /** @throws ToolError for a failure the model should see, ProtocolError for one it should not */
  call(
    args: ToolArguments,
    ctx: CallContext,
  ): CallToolResult | InputRequired | Promise<CallToolResult | InputRequired>;
}

/** What was read, and how long it stays fresh where that is known of this one. */
export interface ReadOutcome extends ReadResourceResult {
  readonly cache?: CacheHints;
}

export interface ResourceEntry {
  readonly listed: Resource;
  readonly scopes?: readonly string[];
  readonly cache?: CacheHints;
  read(ctx: CallContext): Promise<ReadOutcome | InputRequired>;
}

export interface TemplateEntry {
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

/** Resources that come and go with what is done; they are linked to where they come up, not listed. */
export interface UnlistedResources {
  /** What their URIs begin with. */
  readonly prefix: string;
  read(uri: string, ctx: CallContext): Promise<ReadOutcome>;
}

export interface PromptEntry {
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
  readonly handler: MethodHandler;
}

/** The protocol's own methods begin so, those of later revisions too. */
const ownMethod =
  /^(?:initialize$|ping$|notifications\/|server\/|tools\/|resources\/|prompts\/|completion\/|logging\/|subscriptions\/|tasks\/|sampling\/|elicitation\/|roots\/)/;

/** What of a catalogue may change, as clients are told of it. */
export type RegistryKind = "tools" | "prompts" | "resources";

const toolName = /^[A-Za-z0-9_.-]{1,128}$/;

/** Everything a server offers, by name, in the order it was added. */
export class Registry {
  readonly #tools = new EntryMap<string, ToolEntry>("tool", () => this.#changed("tools"));
  readonly #resources = new EntryMap<string, ResourceEntry>("resource", () =>
    this.#changed("resources"),
  );
  readonly #templates = new EntryMap<string, TemplateEntry>("resource template", () =>
    this.#changed("resources"),
  );
  /** Set before the server is used. */
  unlisted: UnlistedResources | undefined;
  readonly #prompts = new EntryMap<string, PromptEntry>("prompt", () => this.#changed("prompts"));
  readonly #methods = new EntryMap<string, MethodEntry>("method", () => this.#changed(undefined));
  readonly #completions = new EntryMap<CompletionHandler, CompletionHandler>(
    "completion handler",
    () => this.#changed(undefined),
  );
  #version = 0;
  #onChange: ((kind: RegistryKind) => void) | undefined;

  /** Rises with each change: what was built for an earlier version is stale. */
  get version(): number {
    return this.#version;
  }

  get tools(): ReadonlyMap<string, ToolEntry> {
    return this.#tools.entries;
  }

  /** By URI. */
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

  /** What the protocol itself does not have, by name. */
  get methods(): ReadonlyMap<string, MethodEntry> {
    return this.#methods.entries;
  }

  /** Asked in their order, before the completers of single arguments. */
  get completions(): Iterable<CompletionHandler> {
    return this.#completions.entries.keys();
  }

  /** True when anything can be completed. */
  get completes(): boolean {
    if (this.#completions.entries.size > 0) return true;
    for (const { completers } of this.prompts.values()) if (completers) return true;
    for (const { completers } of this.templates.values()) if (completers) return true;
    return false;
  }

  /** Calls for each change from now on. */
  onChange(listener: (kind: RegistryKind) => void): void {
    this.#onChange = listener;
  }

  addTool(name: string, entry: ToolEntry): Registration {
    if (!toolName.test(name)) {
      throw new TypeError(
        `A tool's name has 1 to 128 of A-Z a-z 0-9 _ - . only: ${JSON.stringify(name)}`,
      );
    }
    return this.#tools.add(name, entry);
  }

  addResource(entry: ResourceEntry): Registration {
    return this.#resources.add(entry.listed.uri, entry);
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

  addMethod({ name, extension }: MethodDefinition, handler: MethodHandler): Registration {
    if (ownMethod.test(name)) throw new TypeError(`${name} is a name of the protocol's own.`);
    return this.#methods.add(name, { extension, handler });
  }

  #changed(kind: RegistryKind | undefined): void {
    this.#version++;
    if (kind) this.#onChange?.(kind);
  }
}

/** What a server offers of one kind, by key, in the order it was added. */
class EntryMap<K, T> {
  readonly #entries = new Map<K, T>();
  readonly #what: string;
  readonly #changed: () => void;

  /**
   * @param what it holds, for messages: `tool`
   * @param changed called for each change
   */
  constructor(what: string, changed: () => void) {
    this.#what = what;
    this.#changed = changed;
  }

  get entries(): ReadonlyMap<K, T> {
    return this.#entries;
  }

  /** @throws TypeError when the key is taken */
  add(key: K, entry: T): Registration {
    if (this.#entries.has(key)) {
      throw new TypeError(`There is a ${this.#what} ${JSON.stringify(key)} already.`);
    }
    this.#entries.set(key, entry);
    this.#changed();
    return new EntryRegistration(this, key, entry);
  }

  /** Takes an entry away, unless it is gone: what has its key then is another. */
  remove(key: K, entry: T): void {
    if (this.#entries.get(key) !== entry) return;
    this.#entries.delete(key);
    this.#changed();
  }
}

/** A class, not closures, which take several times the memory: a server may have thousands when it starts. */
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
