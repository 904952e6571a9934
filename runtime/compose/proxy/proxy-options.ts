import type { HttpClientOptions } from "../../client/client-options.js";
import type { McpClient } from "../../client/client.js";
import type { ToolFilter } from "../../client/manager/names/tool-filter.js";
import type { ConnectTarget } from "../connect-any.js";

/** A remote server: what `connect` takes, a connected client, or a function that connects. */
export type ProxyTarget =
  ConnectTarget | McpClient | ((options: HttpClientOptions) => Promise<McpClient>);

/** How a remote server is offered. */
export interface ProxyOptions {
  /** Names the remote server in errors and logs. Default: its host, or the name of its program. */
  readonly name?: string;
  /** How to connect. Its headers and authorization go to the remote server only; those of callers never do. */
  readonly client?: HttpClientOptions;
  /** Which tools are offered. Default: all. */
  readonly filter?: ToolFilter;
  /**
   * Whether each session of a client (before 2026-07-28) has a session of its own with a remote server that has sessions, too.
   * Then roots, log level, questions and the state of the remote server stay apart. `shared`: all use one. Default: `own`.
   */
  readonly sessions?: "own" | "shared";
  /** How long the start waits for the remote server, in milliseconds; then the proxy starts without it. Default 10,000. */
  readonly startTimeoutMs?: number;
  /** How long a call may take without progress, in milliseconds. Default: as long as its caller waits. */
  readonly timeoutMs?: number;
}

/** What a server may declare without having it yet. */
export type Declared = "tools" | "resources" | "prompts" | "completions";
