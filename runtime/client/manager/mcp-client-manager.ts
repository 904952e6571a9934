import { nearestName } from "../../contract/nearest-name.js";
import type { JsonObject } from "../../protocol/json.js";
import type {
  CallToolResult,
  GetPromptResult,
  ReadResourceResult,
  Tool,
} from "../../protocol/model.js";
import { errorCodes } from "../../protocol/protocol-error.js";
import { escapeHidden } from "../../protocol/terminal/hidden-characters.js";
import type { ListKind } from "../client-options.js";
import type { CallOptions, ListOptions, McpClient, RequestOptions } from "../client.js";
import { McpConnectionError, McpToolError, McpToolNotFoundError } from "../errors.js";
import { Catalog, isShown, toolsOf } from "./catalog.js";
import type { CapabilitySet } from "./grants/capability-set.js";
import type { GrantKind } from "./grants/grant.js";
import { guardedClient } from "./grants/guarded-client.js";
import { entryOf } from "./link/open-target.js";
import { ServerLink } from "./link/server-link.js";
import type {
  ConnectOutcome,
  ExposedTool,
  LinkObserver,
  ManagedTarget,
  ManagerEvents,
  ManagerOptions,
  OpenConnection,
  ServerConnection,
  ServerEntries,
  ServerEntry,
  ServerPrompt,
  ServerResource,
  ServerResourceTemplate,
  ToolRegistry,
} from "./manager-model.js";
import { partsOf, type ManagerParts } from "./manager-parts.js";
import { checkedTools } from "./registered-tools.js";
import { RegistryFeed } from "./registry-feed.js";
import { resultText } from "./result-text.js";

/**
 * Connections to many servers: their tools under names that differ, calls checked against the user's grants, and each
 * connection made again when it breaks. The failure of one server is no failure of another.
 */
export class McpClientManager implements AsyncDisposable {
  readonly #parts: ManagerParts;
  readonly #isFiltered: boolean;
  readonly #observer: LinkObserver;
  readonly #links = new Map<string, ServerLink>();
  #catalog: Catalog;
  /** Names of tools whose servers are no longer connected, for the errors of their calls. */
  #departed: ReadonlyMap<string, ServerLink> = new Map();
  #feed: RegistryFeed | undefined;
  #isClosed = false;

  /** @throws TypeError for an entry or option that can't be used */
  constructor(servers: ServerEntries, options: ManagerOptions, open: OpenConnection) {
    this.#parts = partsOf(options, open);
    this.#isFiltered = options.toolFilter !== undefined;
    this.#catalog = new Catalog([], this.#parts.catalog);
    this.#observer = {
      changed: (server, kind) => this.#changed(server, kind),
      emit: (event, value) => this.#parts.events.emit(event, value),
    };
    if (options.registry) this.setRegistry(options.registry);
    for (const [name, entry] of Object.entries(servers)) this.add(name, entry);
  }

  /** What may be called. Changes hold from the next call on. Undefined if everything may be. */
  get grants(): CapabilitySet | undefined {
    return this.#parts.grants;
  }

  /** The aliases of all servers, in the order in which they were added. */
  get servers(): readonly string[] {
    return [...this.#links.keys()];
  }

  /** The aliases of the servers that are connected. */
  get connectedServers(): readonly string[] {
    return this.servers.filter((name) => this.#links.get(name)?.state === "connected");
  }

  /** How many tools can be called, over all servers. */
  get availableToolCount(): number {
    return this.#catalog.size;
  }

  /**
   * Adds a server. It is connected by `connect` or `connectAll`. Tools that were registered for it before are kept.
   *
   * @throws TypeError if there is a server of this name, or the entry can't be used
   */
  add(name: string, entry: ManagedTarget | ServerEntry): void {
    const known = this.#links.get(name);
    if (known?.hasTarget) throw new TypeError(`There is a server "${name}" already.`);
    this.#addLink(name, entryOf(entry, name), known?.registered);
  }

  /** Disconnects a server and forgets it, with the tools that were registered for it. */
  async remove(name: string): Promise<void> {
    const link = this.#linkOf(name);
    link.isForgotten = true;
    const left = link.disconnect();
    this.#links.delete(name);
    await left;
    await this.#feed?.settled(name);
  }

  /** Connects all servers at once, but those that are disabled. Never rejects: the outcome tells each failure. */
  async connectAll(): Promise<Readonly<Record<string, ConnectOutcome>>> {
    const links = [...this.#links.values()].filter((link) => !link.isDisabled);
    const outcomes = links.map(async ({ name }): Promise<[string, ConnectOutcome]> => {
      try {
        await this.connect(name);
        return [name, { ok: true }];
      } catch (error) {
        return [name, { ok: false, error: error as Error }];
      }
    });
    return Object.fromEntries(await Promise.all(outcomes));
  }

  /** Connects a server, unless it is connected. @throws McpClientError when it can't be; TypeError for an unknown name */
  async connect(name: string): Promise<void> {
    const link = this.#linkOf(name);
    if (this.#isClosed) throw new McpConnectionError("The manager is closed.", { server: name });
    await link.connect();
    await this.#feed?.settled(name);
  }

  /** Disconnects a server, and gives up connecting it. @throws TypeError for an unknown name */
  async disconnect(name: string): Promise<void> {
    await this.#linkOf(name).disconnect();
    await this.#feed?.settled(name);
  }

  /** Disconnects all servers. A failure is logged. */
  async disconnectAll(): Promise<void> {
    await Promise.all(this.servers.map((name) => this.disconnect(name)));
  }

  /** Returns what is known of a server at this time; undefined for an unknown name. */
  connection(name: string): ServerConnection | undefined {
    const link = this.#links.get(name);
    if (!link) return undefined;
    const { state, error, lists, client } = link;
    return {
      name,
      state,
      connected: state === "connected",
      error,
      tools: this.toolsOf(name),
      resources: lists.resources,
      resourceTemplates: lists.resourceTemplates,
      prompts: lists.prompts,
      serverInfo: client?.serverInfo,
      instructions: client?.instructions,
      refused: this.#catalog.refusedOf(name),
    };
  }

  /**
   * Returns the client of a connected server, which checks grants and filters as the manager does.
   *
   * @throws McpConnectionError if it is not connected; TypeError for an unknown name
   */
  client(name: string): McpClient {
    const link = this.#linkOf(name);
    if (!link.client) throw link.notConnected();
    return this.#guarded(link, link.client);
  }

  /** Returns the tools that models may be shown, by server in the order in which servers were added. */
  tools(options: { readonly grantedOnly?: boolean } = {}): readonly ExposedTool[] {
    const tools = this.#catalog.tools();
    if (!options.grantedOnly) return tools;
    return tools.filter(({ server, tool }) =>
      this.#parts.guard.allows({ server, kind: "tool", name: tool }),
    );
  }

  /** Returns the tools of a server; none if it is not connected. */
  toolsOf(name: string): readonly ExposedTool[] {
    return this.#catalog.of(name);
  }

  /** Returns the names of the tools that may be called. */
  toolNames(): readonly string[] {
    return this.#catalog.names();
  }

  /** Returns the tool that models call by this name. */
  tool(name: string): ExposedTool | undefined {
    return this.#catalog.find(name)?.exposed;
  }

  /** Returns the resources of all connected servers. */
  resources(): readonly ServerResource[] {
    return this.#listed((link) => link.lists.resources);
  }

  /** Returns the resource templates of all connected servers. */
  resourceTemplates(): readonly ServerResourceTemplate[] {
    return this.#listed((link) => link.lists.resourceTemplates);
  }

  /** Returns the prompts of all connected servers. */
  prompts(): readonly ServerPrompt[] {
    return this.#listed((link) => link.lists.prompts);
  }

  /**
   * Calls a tool by the name that models see. While its server is being connected again, the call waits.
   *
   * @throws McpToolNotFoundError, McpPermissionError, McpConnectionError before anything is sent; then as `McpClient.callTool`
   */
  async call(name: string, args?: JsonObject, options?: CallOptions): Promise<CallToolResult> {
    const found = this.#catalog.find(name);
    if (!found) throw this.#notFound(name);
    const { link, need } = found;
    const tool = need.name;
    this.#parts.guard.check(need);
    if (link.client) return link.client.callTool(tool, args, options);
    const client = await this.#allowed(link, "tool", tool, options);
    const now = this.#catalog.find(name);
    if (now?.link !== link || now.need.name !== tool) throw this.#notFound(name);
    return client.callTool(tool, args, options);
  }

  /** Calls a tool and returns its result as text. @throws McpToolError if the tool says that it failed; else as `call` */
  async callText(name: string, args?: JsonObject, options?: CallOptions): Promise<string> {
    const result = await this.call(name, args, options);
    const text = resultText(result);
    if (!result.isError) return text;
    const server = this.#catalog.find(name)?.exposed.server;
    throw new McpToolError(text || "The tool failed.", { server, data: result });
  }

  /** @throws McpPermissionError before anything is sent; else as `McpClient.readResource` */
  async readResource(
    server: string,
    uri: string,
    options?: ListOptions,
  ): Promise<ReadResourceResult> {
    const client = await this.#allowed(this.#linkOf(server), "resource", uri, options);
    return client.readResource(uri, options);
  }

  /** Asks to hear of updates of a resource, as the event `resourceUpdated`. @returns a function that ends it */
  async subscribe(
    server: string,
    uri: string,
    options?: RequestOptions,
  ): Promise<() => Promise<void>> {
    const client = await this.#allowed(this.#linkOf(server), "resource", uri, options);
    return client.subscribe(uri, options);
  }

  /** @throws McpPermissionError before anything is sent; else as `McpClient.getPrompt` */
  async getPrompt(
    server: string,
    name: string,
    args?: Readonly<Record<string, string>>,
    options?: RequestOptions,
  ): Promise<GetPromptResult> {
    const client = await this.#allowed(this.#linkOf(server), "prompt", name, options);
    return client.getPrompt(name, args, options);
  }

  /**
   * Registers tools of a server that it does not list, or whose description and schema the user fixes: they take the place
   * of those that it lists by the same name. Calls go to the server, so they fail unless it is connected; an unknown server
   * gets a record of its own, and `add` says later where it is.
   *
   * @throws TypeError for a tool without a name or schema
   */
  registerTools(server: string, tools: readonly Tool[]): void {
    const checked = checkedTools(tools, server);
    const link = this.#links.get(server) ?? this.#addLink(server, undefined);
    const names = new Set(checked.map((each) => each.name));
    link.registered = [...link.registered.filter((each) => !names.has(each.name)), ...checked];
    this.#changed(server, "tools");
  }

  /** Tells a registry of the tools of each server, now and whenever they change. */
  setRegistry(registry: ToolRegistry): void {
    this.#feed = new RegistryFeed(registry, this.#parts.log);
    for (const link of this.#links.values()) this.#feedRegistry(link);
  }

  /** Calls the handler for each event. @returns a function that ends it */
  on<K extends keyof ManagerEvents>(
    event: K,
    handler: (value: ManagerEvents[K]) => void,
  ): () => void {
    return this.#parts.events.on(event, handler);
  }

  /** Disconnects all servers, for good. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.disconnectAll();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #addLink(
    name: string,
    entry: ServerEntry | undefined,
    registered: readonly Tool[] = [],
  ): ServerLink {
    if (name === "") throw new TypeError("A server needs a name.");
    const link = new ServerLink(name, entry, { ...this.#parts.link, observer: this.#observer });
    link.registered = registered;
    this.#links.set(name, link);
    return link;
  }

  #linkOf(name: string): ServerLink {
    const link = this.#links.get(name);
    if (link) return link;
    const near = nearestName(name, this.#links.keys());
    const hint = near === undefined ? "" : ` Did you mean "${near}"?`;
    throw new TypeError(`There is no server "${name}".${hint}`);
  }

  #notFound(name: string): McpToolNotFoundError | McpConnectionError {
    const departed = this.#departed.get(name);
    if (departed) return departed.notConnected();
    const near = nearestName(name, this.#catalog.names());
    const hint = near === undefined ? "" : ` Did you mean "${near}"?`;
    const message = `No connected server has a tool "${name}" that is shown.${hint}`;
    return new McpToolNotFoundError(escapeHidden(message), { code: errorCodes.invalidParams });
  }

  /** Returns the client if the user grants the use, at the time when it is sent. */
  async #allowed(
    link: ServerLink,
    kind: GrantKind,
    name: string,
    options: RequestOptions | undefined,
  ): Promise<McpClient> {
    const need = { server: link.name, kind, name };
    this.#parts.guard.check(need);
    if (link.client) return link.client;
    const client = await link.ready(options);
    this.#parts.guard.check(need);
    return client;
  }

  #guarded(link: ServerLink, client: McpClient): McpClient {
    return guardedClient(client, {
      server: link.name,
      guard: this.#parts.guard,
      isFiltered: this.#isFiltered || link.isFiltered,
      shows: (tool) => isShown(tool, link, this.#parts.catalog),
      find: (name) => toolsOf(link).find((each) => each.name === name),
    });
  }

  #listed<T>(list: (link: ServerLink) => readonly T[]): (T & { readonly server: string })[] {
    return [...this.#links.values()]
      .filter((link) => link.isLive)
      .flatMap((link) => list(link).map((each) => ({ ...each, server: link.name })));
  }

  #changed(server: string, kind: ListKind | "state"): void {
    if (kind === "resources") this.#parts.events.emit("resourcesChanged", { server });
    else if (kind === "prompts") this.#parts.events.emit("promptsChanged", { server });
    else this.#rebuild(server);
  }

  /** Names all tools anew, and tells of the servers whose tools changed, and the registry of this one in any case. */
  #rebuild(server?: string): void {
    const before = this.#catalog;
    this.#catalog = new Catalog(this.#links.values(), this.#parts.catalog);
    this.#departed = this.#catalog.departedSince(before, this.#departed);
    for (const link of this.#links.values()) {
      const isSame = this.#catalog.hasSame(before, link.name);
      if (!isSame || link.name === server) this.#feedRegistry(link);
      if (isSame) continue;
      const tools = this.toolsOf(link.name);
      this.#parts.events.emit("toolsChanged", { server: link.name, tools });
    }
    for (const { server: of, reason, tool } of this.#catalog.refused) {
      if (of === server) this.#parts.log.warn(reason, undefined, { server: of, tool });
    }
  }

  #feedRegistry(link: ServerLink): void {
    if (link.client) {
      this.#feed?.register(link.name, this.toolsOf(link.name), this.#guarded(link, link.client));
    } else if (!link.isLive) this.#feed?.unregister(link.name);
  }
}
