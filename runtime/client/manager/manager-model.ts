/** What a user of many servers chooses, and what the manager tells. */
import type { JsonObject } from "../../protocol/json.js";
import type { Logger } from "../../protocol/log-entry.js";
import type {
  Implementation,
  Prompt,
  Resource,
  ResourceTemplate,
  Tool,
} from "../../protocol/model.js";
import type { Transport } from "../../session/transport.js";
import type { MaybePromise } from "../../protocol/maybe-promise.js";
import type {
  ClientOptions,
  HttpClientOptions,
  ListKind,
  Progress,
  RetryOptions,
  ServerLogMessage,
  StdioServer,
} from "../client-options.js";
import type { McpClient } from "../client.js";
import type { CapabilitySet } from "./grants/capability-set.js";
import type { GrantName } from "./grants/grant.js";
import type { NamingScheme } from "./names/exposed-name.js";
import type { ToolFilter } from "./names/tool-filter.js";

/** Where a server is: its URL; its command, with one text per argument or with its environment; a transport that leads to it. */
export type ServerAddress = string | URL | readonly string[] | StdioServer | Transport;

/** A transport and a connected client can't be connected again; a function is called for each connection. */
export type ManagedTarget =
  ServerAddress | McpClient | ((options: ClientOptions) => MaybePromise<McpClient>);

/** A server with options of its own. */
export interface ServerEntry {
  /** What to connect to, as for `connect`. */
  readonly target: ManagedTarget;
  /** Options of its connection; they go before those for all servers. */
  readonly options?: HttpClientOptions;
  /** The transport of a URL, if it should not be found out. */
  readonly transport?: "http" | "sse" | "websocket";
  /** Shows only these of its tools, of those that the manager's filter shows. */
  readonly toolFilter?: ToolFilter;
  /** Kept in the manager, but connected by `connect(name)` only. */
  readonly disabled?: boolean;
}

/** Servers by alias. The alias names the server in tools' names, grants, errors and logs. */
export type ServerEntries = Readonly<Record<string, ManagedTarget | ServerEntry>>;

/** How many servers are connected and named, and what may be called. */
export interface ManagerOptions {
  /** False: only makes the manager; call its `connectAll`. */
  readonly connect?: boolean;
  /** Options of all connections. Credentials are given with each server, since no other may see them. */
  readonly client?: ClientOptions;
  /**
   * What may be called; everything else is denied before anything is sent. A set may be shared by managers. Without it
   * every tool, resource and prompt of every server may be used, and the log says so.
   */
  readonly grants?: readonly GrantName[] | CapabilitySet;
  /** Shows only these tools. */
  readonly toolFilter?: ToolFilter;
  /** How tools are named; default `alias__tool`. */
  readonly naming?: NamingScheme;
  /** Most characters of a tool's name; default 64, the least of the models' APIs. */
  readonly maxNameLength?: number;
  /** Attempts to connect again after a connection broke; default 5, from 500 ms to 30 s apart. 0 or false: none. */
  readonly reconnect?: number | false | RetryOptions;
  /** Hears of the tools of each server. */
  readonly registry?: ToolRegistry;
  /** Receives the entries of the manager's log; default: standard error, from `warn` up. */
  readonly log?: Logger;
}

/** Something that keeps tools by server, such as an agent. A failure of it is logged and goes no further. */
export interface ToolRegistry {
  /**
   * Called when a server is connected, and when its tools change.
   *
   * @param tools those that are shown, by the names that models call
   * @param client checks grants and filters as the manager does
   */
  registerMcpServer(
    alias: string,
    tools: readonly ExposedTool[],
    client: McpClient,
  ): MaybePromise<void>;
  /** Called when the server is no longer connected. */
  unregisterMcpServer?(alias: string): MaybePromise<void>;
}

/** A tool of a server, as a model sees it. */
export interface ExposedTool {
  /** The name to call it by; unique among all servers. */
  readonly name: string;
  /** The server's alias. */
  readonly server: string;
  /** The server's own name for it. */
  readonly tool: string;
  /** The title that the server gives the tool. */
  readonly title: string | undefined;
  /** What the tool does, in the server's words. */
  readonly description: string | undefined;
  /** JSON Schema of the arguments. */
  readonly inputSchema: JsonObject;
  /** The tool as the server listed it, or the user registered it. */
  readonly definition: Tool;
  /** The text that grants this tool and nothing else. */
  readonly grantName: string;
}

/** A resource, with the server that has it. */
export interface ServerResource extends Resource {
  /** The alias of the server. */
  readonly server: string;
}

/** A resource template, with the server that has it. */
export interface ServerResourceTemplate extends ResourceTemplate {
  /** The alias of the server. */
  readonly server: string;
}

/** A prompt, with the server that has it. */
export interface ServerPrompt extends Prompt {
  /** The alias of the server. */
  readonly server: string;
}

/**
 * `idle`: never connected; `disconnected`: by `disconnect` or by closing its client; `reconnecting`: the connection broke,
 * and another attempt follows; `failed`: could not be connected, or not again.
 */
export type ConnectionState =
  "idle" | "connecting" | "connected" | "reconnecting" | "failed" | "disconnected";

/** What is known of a server at one time. */
export interface ServerConnection {
  /** The alias of the server. */
  readonly name: string;
  /** How the connection stands. */
  readonly state: ConnectionState;
  /** Whether requests can be sent. */
  readonly connected: boolean;
  /** Why it is not connected. */
  readonly error: Error | undefined;
  /** Those that are shown, by the names that models call. */
  readonly tools: readonly ExposedTool[];
  /** The resources of the server. */
  readonly resources: readonly Resource[];
  /** The resource templates of the server. */
  readonly resourceTemplates: readonly ResourceTemplate[];
  /** The prompts of the server. */
  readonly prompts: readonly Prompt[];
  /** The server's own claim, for display only. */
  readonly serverInfo: Implementation | undefined;
  /** What the server tells models about its use. */
  readonly instructions: string | undefined;
  /** Tools that the server lists and no model can call, with the reason. */
  readonly refused: readonly { readonly tool: string; readonly reason: string }[];
}

/** How connecting a server went. */
export type ConnectOutcome = { readonly ok: true } | { readonly ok: false; readonly error: Error };

/** The events of a manager, each with what its listeners get. */
export interface ManagerEvents {
  /** A server is connected. */
  readonly connected: { readonly server: string };
  /** Disconnected by the user. */
  readonly disconnected: { readonly server: string };
  /** The connection broke; the next attempt begins in `delayMs`. */
  readonly reconnecting: {
    readonly server: string;
    readonly attempt: number;
    readonly delayMs: number;
    readonly error: Error;
  };
  /** The server could not be connected, or its connection broke for good. */
  readonly failed: { readonly server: string; readonly error: Error };
  /** Tools of a server came, went or changed. */
  readonly toolsChanged: { readonly server: string; readonly tools: readonly ExposedTool[] };
  /** The resources of a server changed. */
  readonly resourcesChanged: { readonly server: string };
  /** The prompts of a server changed. */
  readonly promptsChanged: { readonly server: string };
  /** A subscribed resource of a server changed. */
  readonly resourceUpdated: { readonly server: string; readonly uri: string };
  /** A message of a server's log. */
  readonly log: { readonly server: string; readonly message: ServerLogMessage };
  /** The progress of a request to a server. */
  readonly progress: {
    readonly server: string;
    readonly progress: Progress & { readonly progressToken: string | number };
  };
}

/** What a connection tells its manager. */
export interface LinkObserver {
  /** The state or a list of a server changed. */
  changed(server: string, kind: ListKind | "state"): void;
  emit<K extends keyof ManagerEvents>(event: K, value: ManagerEvents[K]): void;
}

/** Opens a connection, as `connect` and its relatives do. */
export type OpenConnection = (
  target: ServerAddress,
  options: HttpClientOptions,
  transport: ServerEntry["transport"],
) => Promise<McpClient>;
