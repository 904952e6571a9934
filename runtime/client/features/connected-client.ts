import { isObject, member, type JsonObject } from "../../protocol/json.js";
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
  type Tool,
} from "../../protocol/model.js";
import type { ServerCapabilities } from "../../protocol/codec/codec.js";
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
  Task,
} from "../client.js";
import { McpAnswerError } from "../errors.js";
import type { Exchange } from "../exchange/exchange.js";
import { discover, type Agreement } from "../exchange/handshake.js";
import { requestInRounds } from "../exchange/rounds.js";
import type { Events } from "./events.js";
import { namedItem, PagedList } from "./paged-list.js";
import { Tools } from "./tools.js";

/** A client whose connection is open. */
export class ConnectedClient implements McpClient {
  readonly #exchange: Exchange;
  readonly #events: Events;
  readonly #tools: Tools;
  readonly #resources: PagedList<Resource>;
  readonly #templates: PagedList<ResourceTemplate>;
  readonly #prompts: PagedList<Prompt>;
  #agreement: Agreement;

  constructor(exchange: Exchange, agreement: Agreement, events: Events) {
    this.#exchange = exchange;
    this.#agreement = agreement;
    this.#events = events;
    this.#tools = new Tools(exchange);
    const list = <Item>(method: string, name: string, key: string): PagedList<Item> =>
      new PagedList<Item>(exchange, method, name, namedItem<Item>(key));
    this.#resources = list("resources/list", "resources", "uri");
    this.#templates = list("resources/templates/list", "resourceTemplates", "uriTemplate");
    this.#prompts = list("prompts/list", "prompts", "name");
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
    return this.#tools.items(options);
  }

  listTools(options?: ListOptions): Promise<readonly Tool[]> {
    return this.#tools.all(options);
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

  callTool(name: string, args: JsonObject = {}, options?: CallOptions): Promise<CallToolResult> {
    return this.#tools.call(name, args, options);
  }

  startTool(): Promise<RunningTask> {
    throw new Error("not yet");
  }

  task(): RunningTask {
    throw new Error("not yet");
  }

  listTasks(): Promise<readonly Task[]> {
    throw new Error("not yet");
  }

  readResource(uri: string, options?: ListOptions): Promise<ReadResourceResult> {
    return requestInRounds(this.#exchange, "resources/read", { uri }, options, (result) => {
      if (!Array.isArray(member(result, "contents"))) {
        throw this.#broken("resources/read", "contents");
      }
      return result as unknown as ReadResourceResult;
    });
  }

  getPrompt(
    name: string,
    args: Readonly<Record<string, string>> = {},
    options?: RequestOptions,
  ): Promise<GetPromptResult> {
    const params = { name, arguments: args };
    return requestInRounds(this.#exchange, "prompts/get", params, options, (result) => {
      if (!Array.isArray(member(result, "messages"))) throw this.#broken("prompts/get", "messages");
      return result as unknown as GetPromptResult;
    });
  }

  async complete(
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
    const result = await this.#exchange.request("completion/complete", params, options);
    const completion = member(result, "completion");
    if (!isObject(completion) || !Array.isArray(completion["values"])) {
      throw this.#broken("completion/complete", "completion.values");
    }
    return completion as unknown as Completion;
  }

  async subscribe(uri: string, options?: RequestOptions): Promise<() => Promise<void>> {
    await this.#exchange.request("resources/subscribe", { uri }, options);
    return async () => {
      await this.#exchange.request("resources/unsubscribe", { uri });
    };
  }

  listen(_filter: ListenFilter, _options?: RequestOptions): Promise<Listening> {
    throw new Error("not yet");
  }

  async setLogLevel(level: LogLevel, options?: RequestOptions): Promise<void> {
    if (!isLogLevel(level)) throw new TypeError(`"${String(level)}" is not a log level of MCP.`);
    if (isModern(this.protocolVersion)) return this.#exchange.wantLogs(level);
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

  request(method: string, params: JsonObject = {}, options?: RequestOptions): Promise<JsonObject> {
    return this.#exchange.request(method, params, options);
  }

  notify(method: string, params: JsonObject = {}): Promise<void> {
    return this.#exchange.notify(method, params);
  }

  on<K extends keyof ClientEvents>(
    event: K,
    handler: (value: ClientEvents[K]) => void,
  ): () => void {
    return this.#events.on(event, handler);
  }

  close(): Promise<void> {
    return this.#exchange.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #broken(method: string, what: string): McpAnswerError {
    const { server } = this.#exchange;
    return new McpAnswerError(`${server} answered ${method} without a list \`${what}\`.`, {
      server,
    });
  }
}
