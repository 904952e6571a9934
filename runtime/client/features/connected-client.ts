import type { ServerCapabilities } from "../../protocol/codec/codec.js";
import { promptList, resourceList, templateList } from "../../protocol/codec/decode-lists.js";
import { decodeCompletion, decodeGetPromptResult } from "../../protocol/codec/decode-results.js";
import { taskList } from "../../protocol/codec/decode-tasks.js";
import { metaOf } from "../../protocol/envelope.js";
import { hasDigits } from "../../protocol/exact-json.js";
import { markHolder } from "../../protocol/exact-integers.js";
import type { JsonObject } from "../../protocol/json.js";
import {
  isLogLevel,
  type CallToolResult,
  type Completion,
  type GetPromptResult,
  type Implementation,
  type LogLevel,
  type Prompt,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplate,
  type Task,
  type Tool,
} from "../../protocol/model.js";
import { isModern, type Revision } from "../../protocol/revisions.js";
import type {
  CallOptions,
  ClientEvents,
  ClientTransportKind,
  CompletionReference,
  Listening,
  ListenFilter,
  ListOptions,
  McpClient,
  RequestOptions,
  RunningTask,
  ServerDescription,
  TypedCalls,
} from "../client.js";
import { McpClientError } from "../errors.js";
import type { Exchange } from "../exchange/exchange.js";
import { discover, type Agreement } from "../exchange/handshake.js";
import { requestInRounds } from "../exchange/rounds.js";
import type { AnswerCache } from "./answer-cache.js";
import { ClientCalls } from "./client-calls.js";
import type { Events } from "./events.js";
import { PagedList } from "./paged-list.js";
import { readResource } from "./resource-reading.js";
import { Subscriptions } from "./subscriptions.js";
import type { ToolList } from "./tool-list.js";
import { Tools, type StartOptions } from "./tools.js";

/** What hears of the server's notifications before the handshake is over. */
export interface Hearing {
  readonly exchange: Exchange;
  readonly cache: AnswerCache;
  readonly tools: ToolList;
  readonly events: Events;
}

/** A client whose connection is open. */
export class ConnectedClient implements McpClient {
  readonly #exchange: Exchange;
  readonly #cache: AnswerCache;
  readonly #events: Events;
  readonly #toolList: ToolList;
  readonly #tools: Tools;
  readonly #resources: PagedList<Resource>;
  readonly #templates: PagedList<ResourceTemplate>;
  readonly #prompts: PagedList<Prompt>;
  readonly #tasks: PagedList<Task>;
  readonly #subscriptions: Subscriptions;
  #agreement: Agreement;
  #calls: TypedCalls | undefined;

  constructor({ exchange, cache, tools, events }: Hearing, agreement: Agreement) {
    this.#exchange = exchange;
    this.#cache = cache;
    this.#events = events;
    this.#agreement = agreement;
    const capabilities = (): ServerCapabilities => this.#agreement.capabilities;
    this.#toolList = tools;
    this.#tools = new Tools(exchange, tools, capabilities);
    this.#resources = new PagedList(exchange, cache, "resources/list", resourceList);
    this.#templates = new PagedList(exchange, cache, "resources/templates/list", templateList);
    this.#prompts = new PagedList(exchange, cache, "prompts/list", promptList);
    this.#tasks = new PagedList(exchange, cache, "tasks/list", taskList);
    this.#subscriptions = new Subscriptions(exchange, capabilities);
    const { onListChanged, logLevel } = exchange.options;
    if (onListChanged) this.#subscriptions.hearOfLists();
    if (isModern(exchange.revision)) return;
    if (logLevel !== undefined) this.#sendLogLevel();
    exchange.renewal.andRestore(async () => {
      this.#sendLogLevel();
      // The server may be another one.
      for (const kind of ["tools", "resources", "prompts"] as const) {
        if (capabilities()[kind]) exchange.announce(`notifications/${kind}/list_changed`);
      }
    });
  }

  get name(): string {
    return this.#exchange.server;
  }

  get transport(): ClientTransportKind {
    return this.#exchange.channel.kind;
  }

  get protocolVersion(): Revision {
    return this.#exchange.revision;
  }

  get serverInfo(): Implementation | undefined {
    return this.#agreement.serverInfo;
  }

  get serverCapabilities(): ServerCapabilities {
    return this.#agreement.capabilities;
  }

  get instructions(): string | undefined {
    return this.#agreement.instructions;
  }

  get sessionId(): string | undefined {
    return this.#exchange.channel.sessionId;
  }

  tools(options?: ListOptions): AsyncIterableIterator<Tool> {
    return this.#toolList.items(options);
  }

  listTools(options?: ListOptions): Promise<readonly Tool[]> {
    return this.#toolList.all(options);
  }

  resources(options?: ListOptions): AsyncIterableIterator<Resource> {
    return this.#resources.items(options);
  }

  listResources(options?: ListOptions): Promise<readonly Resource[]> {
    return this.#resources.all(options);
  }

  resourceTemplates(options?: ListOptions): AsyncIterableIterator<ResourceTemplate> {
    return this.#templates.items(options);
  }

  listResourceTemplates(options?: ListOptions): Promise<readonly ResourceTemplate[]> {
    return this.#templates.all(options);
  }

  prompts(options?: ListOptions): AsyncIterableIterator<Prompt> {
    return this.#prompts.items(options);
  }

  listPrompts(options?: ListOptions): Promise<readonly Prompt[]> {
    return this.#prompts.all(options);
  }

  get calls(): TypedCalls {
    return (this.#calls ??= new ClientCalls(this));
  }

  callTool(name: string, args: JsonObject = {}, options?: CallOptions): Promise<CallToolResult> {
    return this.#tools.call(name, args, options);
  }

  startTool(name: string, args: JsonObject = {}, options: StartOptions = {}): Promise<RunningTask> {
    return this.#tools.start(name, args, options);
  }

  task(taskId: string): RunningTask {
    return this.#tools.resume(taskId);
  }

  async listTasks(options?: RequestOptions): Promise<readonly Task[]> {
    if (this.protocolVersion !== "2025-11-25") {
      const { server } = this.#exchange;
      const message = `${server} can't list tasks: only servers of 2025-11-25 can, and it speaks ${this.protocolVersion}.`;
      throw new McpClientError(message, { server });
    }
    return this.#tasks.all(options);
  }

  readResource(uri: string, options?: ListOptions): Promise<ReadResourceResult> {
    return readResource(this.#exchange, this.#cache, uri, options);
  }

  getPrompt(
    name: string,
    args: Readonly<Record<string, string>> = {},
    options?: RequestOptions,
  ): Promise<GetPromptResult> {
    const params = { name, arguments: args };
    return requestInRounds(this.#exchange, "prompts/get", params, options, decodeGetPromptResult);
  }

  complete(
    reference: CompletionReference,
    argument: { readonly name: string; readonly value: string },
    options: RequestOptions & { readonly context?: Readonly<Record<string, string>> } = {},
  ): Promise<Completion> {
    const { context } = options;
    const params = {
      ref: reference,
      argument,
      ...(context && this.protocolVersion >= "2025-06-18" && { context: { arguments: context } }),
    };
    return this.#exchange.request("completion/complete", params, options, decodeCompletion);
  }

  subscribe(uri: string, options?: RequestOptions): Promise<() => Promise<void>> {
    return this.#subscriptions.subscribe(uri, options);
  }

  listen(filter: ListenFilter, options?: RequestOptions): Promise<Listening> {
    return this.#subscriptions.listen(filter, options);
  }

  async setLogLevel(level: LogLevel, options?: RequestOptions): Promise<void> {
    if (!isLogLevel(level)) throw new TypeError(`"${String(level)}" is not a log level of MCP.`);
    this.#exchange.wantLogs(level);
    if (isModern(this.protocolVersion)) return;
    await this.#exchange.request("logging/setLevel", { level }, options);
  }

  async ping(options?: RequestOptions): Promise<void> {
    if (isModern(this.protocolVersion)) await this.discover(options);
    else await this.#exchange.request("ping", {}, options);
  }

  async discover(options?: RequestOptions): Promise<ServerDescription> {
    if (isModern(this.protocolVersion)) {
      this.#agreement = await discover(this.#exchange, options);
    }
    return this.#agreement;
  }

  async notifyRootsChanged(): Promise<void> {
    if (isModern(this.protocolVersion)) return;
    await this.#exchange.notify("notifications/roots/list_changed");
  }

  request(
    method: string,
    params: JsonObject = {},
    options: RequestOptions = {},
  ): Promise<JsonObject> {
    if (!Object.hasOwn(params, "_meta")) return this.#exchange.request(method, params, options);
    const { _meta, ...others } = params;
    if (hasDigits(params)) markHolder(others);
    const meta = { ...metaOf(params), ...options.meta };
    return this.#exchange.request(method, others, { ...options, meta });
  }

  notify(method: string, params: JsonObject = {}): Promise<void> {
    return this.#exchange.notify(method, params);
  }

  on<K extends keyof ClientEvents>(
    event: K,
    handler: (value: ClientEvents[K]) => void,
  ): () => void {
    if (event === "listChanged") this.#subscriptions.hearOfLists();
    return this.#events.on(event, handler);
  }

  close(): Promise<void> {
    return this.#exchange.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Tells a server before 2026-07-28 the level that is wanted, if it has levels. */
  #sendLogLevel(): void {
    const { logLevel: level, log, server } = this.#exchange;
    if (level === undefined || !this.#agreement.capabilities.logging) return;
    this.#exchange.request("logging/setLevel", { level }).catch((error: unknown) => {
      log.warn(`The log level of ${server} can't be set`, error);
    });
  }
}
