/** What a connected client offers. Import it as a type: the code is loaded with the first connection. */
import type { ServerCapabilities } from "../protocol/codec/codec.js";
import type { JsonObject } from "../protocol/json.js";
import type {
  CallToolResult,
  Completion,
  ContentBlock,
  GetPromptResult,
  Implementation,
  LogLevel,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceContents,
  ResourceTemplate,
  Task,
  Tool,
} from "../protocol/model.js";
import type { Revision } from "../protocol/revisions.js";
import type { ListKind, OwnNotification, Progress, ServerLogMessage } from "./client-options.js";

export type { Task, TaskStatus } from "../protocol/model.js";

/** How a client is connected. */
export type ClientTransportKind = "stdio" | "http" | "sse" | "websocket" | "memory";

/** Options of one request. */
export interface RequestOptions {
  /** Cancels the request. */
  readonly signal?: AbortSignal;
  /** How long the request may take without progress. */
  readonly timeoutMs?: number;
  /** How long it may take with progress. */
  readonly maxMs?: number;
  /** Is told of the progress of the request. */
  readonly onProgress?: (progress: Progress) => void;
  /** Members of the request's `_meta` besides the protocol's own. */
  readonly meta?: JsonObject;
}

/** Settings of one request for a list or a resource. */
export interface ListOptions extends RequestOptions {
  /** Asks the server even if a kept answer is still fresh. */
  readonly fresh?: boolean;
}

/** Settings of one call of a tool. */
export interface CallOptions extends RequestOptions {
  /** Whether the result is checked by the tool's output schema; default true. */
  readonly checkOutput?: boolean;
  /** Throws `McpToolError` if the tool says that it failed; default false: the result has `isError`. */
  readonly throwToolErrors?: boolean;
  /** Whether integers of the structured content that numbers can't hold become `bigint`; default false. */
  readonly bigIntegers?: boolean;
}

/** The prompt or resource template whose argument is to be completed. */
export type CompletionReference =
  | { readonly type: "ref/prompt"; readonly name: string }
  | { readonly type: "ref/resource"; readonly uri: string };

/** What `server/discover` or `initialize` said. */
export interface ServerDescription {
  /** The server's own claim, for display and logs only. */
  readonly serverInfo: Implementation | undefined;
  /** What the server says that it can do. */
  readonly capabilities: ServerCapabilities;
  /** What the server tells models about its use. */
  readonly instructions: string | undefined;
  /** The revisions that the server offers: before 2026-07-28 only the one agreed on. */
  readonly supportedVersions: readonly string[];
}

/** A call that became a task. The server's questions meanwhile go to the client's handlers. */
export interface RunningTask {
  /** The task as last seen. */
  readonly task: Task;
  /** Waits for the end. @throws McpCallError when the task failed, McpClientError when it was cancelled */
  result(options?: RequestOptions): Promise<CallToolResult>;
  /** Asks the server for the state. */
  refresh(options?: RequestOptions): Promise<Task>;
  /** Asks the server to cancel the task. */
  cancel(options?: RequestOptions): Promise<void>;
}

/** Which changes to hear of. @see MCP 2026-07-28, Subscriptions */
export interface ListenFilter {
  /** Tell of changes of the list of tools. */
  readonly tools?: boolean;
  /** Tell of changes of the list of prompts. */
  readonly prompts?: boolean;
  /** Tell of changes of the list of resources. */
  readonly resources?: boolean;
  /** URIs of resources whose updates to hear of. */
  readonly resourceUris?: readonly string[];
  /** Ids of tasks to hear of, where the server has the extension. */
  readonly taskIds?: readonly string[];
  /** Methods of notifications that the protocol does not define, such as `example.com/news`. */
  readonly methods?: readonly string[];
}

/** An open subscription. It is opened again when its stream breaks; changes missed meanwhile are told as changes of all. */
export interface Listening {
  /** What the server agreed to tell. */
  readonly filter: ListenFilter;
  /** Ends the listening. The server tells nothing more. */
  close(): Promise<void>;
}

/** The events of a client, each with what its listeners get. */
export interface ClientEvents {
  /** The progress of a request, with the token of the request. */
  readonly progress: Progress & { readonly progressToken: string | number };
  /** A message of the server's log. */
  readonly log: ServerLogMessage;
  /** The server's tools, resources or prompts changed. */
  readonly listChanged: ListKind;
  /** The URI of a subscribed resource that changed. */
  readonly resourceUpdated: string;
  /** The `elicitationId` of a page that the user is done with; at 2025-11-25. */
  readonly elicitationComplete: string;
  /** A notification that the protocol does not define. */
  readonly notification: OwnNotification;
  /** Undefined if `close` was called. */
  readonly close: Error | undefined;
}

/**
 * Where the result of a generated server's tool holds the operation's value:
 *
 * - `result`: in the member `result` of the structured content
 * - `json`, `text`: in the first text
 * - `media`: in the first image, audio or file
 * - `nothing`: the operation has no value
 */
export type ValueForm = "result" | "json" | "text" | "media" | "nothing";

/**
 * Calls as generated clients make them: a result is what the caller wants of it, and a tool that says that it failed is an
 * `McpToolError`. Types are the caller's word.
 */
export interface TypedCalls {
  /** Calls a tool that has an output schema. @returns its structured content */
  structured<Output>(name: string, input: unknown, options?: CallOptions): Promise<Output>;
  /** Calls a tool. @returns its content */
  content(name: string, input: unknown, options?: CallOptions): Promise<readonly ContentBlock[]>;
  /**
   * Calls an operation of a generated server. @returns what its method returns
   *
   * @throws McpAnswerError if the result holds no such value, as that of a response too large for a result
   */
  value<Output>(
    name: string,
    form: ValueForm,
    input: unknown,
    options?: CallOptions,
  ): Promise<Output>;
  /** @returns the contents of a resource */
  resource(uri: string, options?: ListOptions): Promise<readonly ResourceContents[]>;
  /** @returns the contents of the resource that a template (RFC 6570) and values lead to */
  template(
    uriTemplate: string,
    variables: object,
    options?: ListOptions,
  ): Promise<readonly ResourceContents[]>;
  /** Returns the messages of a prompt. */
  prompt(name: string, args: object, options?: RequestOptions): Promise<GetPromptResult>;
}

/**
 * A connection to an MCP server.
 *
 * Every method throws an `McpClientError`: `McpCallError` if the server answers with an error, `McpTimeoutError`,
 * `McpConnectionError`, `McpAnswerError`, `McpAuthorizationError`; or the reason of the given signal.
 */
export interface McpClient extends AsyncDisposable {
  /** The server, by the name that the caller gave it. */
  readonly name: string;
  /** How the client is connected. */
  readonly transport: ClientTransportKind;
  /** The revision that both sides speak. */
  readonly protocolVersion: Revision;
  /** The server's own claim about its name and version, for display and logs only. */
  readonly serverInfo: Implementation | undefined;
  /** What the server says that it can do. */
  readonly serverCapabilities: ServerCapabilities;
  /** What the server tells models about its use. */
  readonly instructions: string | undefined;
  /** Before 2026-07-28 over HTTP. */
  readonly sessionId: string | undefined;

  /** Pages through the tools. Tools whose `x-mcp-header` is invalid are left out, with a warning in the log. */
  tools(options?: ListOptions): AsyncIterableIterator<Tool>;
  /** Returns all tools. */
  listTools(options?: ListOptions): Promise<readonly Tool[]>;
  /** Iterates over the resources, and asks for the next page when one has been read. */
  resources(options?: ListOptions): AsyncIterableIterator<Resource>;
  /** Returns all resources. */
  listResources(options?: ListOptions): Promise<readonly Resource[]>;
  /** Iterates over the resource templates, and asks for the next page when one has been read. */
  resourceTemplates(options?: ListOptions): AsyncIterableIterator<ResourceTemplate>;
  /** Returns all resource templates. */
  listResourceTemplates(options?: ListOptions): Promise<readonly ResourceTemplate[]>;
  /** Iterates over the prompts, and asks for the next page when one has been read. */
  prompts(options?: ListOptions): AsyncIterableIterator<Prompt>;
  /** Returns all prompts. */
  listPrompts(options?: ListOptions): Promise<readonly Prompt[]>;

  /**
   * Calls a tool. Arguments may be `bigint`. Integers beyond 2^53 keep their digits: `exactJson` of the result has them, and
   * the option `bigIntegers` returns them as `bigint`.
   */
  callTool(name: string, args?: JsonObject, options?: CallOptions): Promise<CallToolResult>;
  /** Calls a tool as a task, if the server makes one of it; else the task has ended already. */
  startTool(
    name: string,
    args?: JsonObject,
    options?: CallOptions & { readonly ttlMs?: number },
  ): Promise<RunningTask>;
  /** Returns a task that was started earlier, such as by a process that ended. */
  task(taskId: string): RunningTask;
  /** Lists the tasks; at 2025-11-25 only. */
  listTasks(options?: RequestOptions): Promise<readonly Task[]>;

  /** Reads a resource. Throws `McpCallError` if there is none. */
  readResource(uri: string, options?: ListOptions): Promise<ReadResourceResult>;
  /** Returns the messages of a prompt for these arguments. */
  getPrompt(
    name: string,
    args?: Readonly<Record<string, string>>,
    options?: RequestOptions,
  ): Promise<GetPromptResult>;
  /** Asks the server to complete an argument of a prompt or of a resource template. */
  complete(
    reference: CompletionReference,
    argument: { readonly name: string; readonly value: string },
    options?: RequestOptions & { readonly context?: Readonly<Record<string, string>> },
  ): Promise<Completion>;

  /** Asks to hear of updates of a resource, in every revision. @returns a function that ends it */
  subscribe(uri: string, options?: RequestOptions): Promise<() => Promise<void>>;
  /** Asks to hear of changes, with `subscriptions/listen`; since 2026-07-28. Before, servers tell without being asked. */
  listen(filter: ListenFilter, options?: RequestOptions): Promise<Listening>;

  /** Before 2026-07-28 a request; later the level goes with each request. */
  setLogLevel(level: LogLevel, options?: RequestOptions): Promise<void>;
  /** Checks that the server answers: by `ping`, or `server/discover` since 2026-07-28. */
  ping(options?: RequestOptions): Promise<void>;
  /** Asks the server again what it offers. Before 2026-07-28 what the handshake said. */
  discover(options?: RequestOptions): Promise<ServerDescription>;
  /** Tells the server that the roots changed; since 2026-07-28 it asks for them whenever it needs them. */
  notifyRootsChanged(): Promise<void>;

  /** Sends a request of an extension. @returns the result as the server sent it */
  request(method: string, params?: JsonObject, options?: RequestOptions): Promise<JsonObject>;
  /** Sends a notification, to which there is no answer. */
  notify(method: string, params?: JsonObject): Promise<void>;

  /** Calls in the form that generated clients make them. */
  readonly calls: TypedCalls;

  /** Calls the handler for each event. @returns a function that ends it */
  on<K extends keyof ClientEvents>(event: K, handler: (value: ClientEvents[K]) => void): () => void;
  /** Ends the connection. Open requests fail with `McpConnectionError`. A child process is stopped. */
  close(): Promise<void>;
}
