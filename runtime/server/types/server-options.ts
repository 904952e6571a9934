import type { CacheHints } from "../../protocol/codec/codec-writer.js";
import type { JsonObject } from "../../protocol/json.js";
import type { Logger } from "../../protocol/log.js";
import type { Implementation } from "../../protocol/model.js";
import type { State } from "../../state/state.js";
import type { Telemetry } from "../../telemetry/telemetry.js";

/** What a server says of itself. */
export interface ServerFacts extends Implementation {
  /** How a model should use the server. */
  readonly instructions?: string;
}

/** How a server behaves, whatever it offers. */
export interface ServerOptions {
  /** Most items on a page of a list; absent: all on one, unless that gets too long for clients to read. */
  readonly pageSize?: number;
  /** How long and for whom lists may be cached, by method: `tools/list`. Default: a minute, each caller by itself. */
  readonly cache?: { readonly [method in ListMethod | "server/discover"]?: CacheHints };
  /** What is offered later, while nothing of its kind is there yet: clients ask only for what a server declares. */
  readonly declare?: readonly ("tools" | "resources" | "prompts" | "completions")[];
  /** True: requests of a session are refused until the client has sent `notifications/initialized`. */
  readonly enforceLifecycle?: boolean;
  /** Sessions, event streams, tasks and changes; default in memory. Processes that serve the same clients share one. */
  readonly state?: State;
  /**
   * Secrets of at least 32 bytes that seal what travels through clients; the first seals, all open. Default: one made
   * at start. Processes that serve the same clients share them.
   */
  readonly requestStateKeys?: readonly (string | Uint8Array)[];
  /** How long a client may take for an answer since 2026-07-28; default ten minutes. */
  readonly requestStateTtlMs?: number;
  /**
   * How long the tasks are kept that tools with `task` become, and how many there may be. The process that began a task
   * works on it; when it dies, the task stays as it is until its time is over.
   */
  readonly tasks?: TaskOptions;
  /** Extensions of the protocol beyond what the server declares by itself, with their settings. */
  readonly extensions?: { readonly [id: string]: JsonObject };
  readonly experimental?: { readonly [name: string]: JsonObject };
  /**
   * What the server needs while it serves: an async generator that opens it before the first request, yields what
   * handlers get as `ctx.lifespan`, and lets go of it when the server is closed.
   */
  readonly lifespan?: () => LifespanGenerator;
  /** Watches requests: `await openTelemetry()`, or one of your own. */
  readonly telemetry?: Telemetry;
  /** Takes what the server has to tell its operator, from the level `MCP_LOG_LEVEL` on; default stderr. */
  readonly logger?: Logger;
  /** Hears what clients tell: `notifications/roots/list_changed` among others. */
  readonly onNotification?: (method: string, params: JsonObject, sessionId?: string) => void;
}

export type ListMethod =
  "tools/list" | "resources/list" | "resources/templates/list" | "prompts/list";

/** How long tasks are kept, and how many there may be. */
export interface TaskOptions {
  /** How long a task and its result are kept, from its creation; default an hour. */
  readonly ttlMs?: number;
  /** The longest a client may ask for (2025-11-25); default a day. */
  readonly maxTtlMs?: number;
  /** How often clients should ask for news; default every second. */
  readonly pollIntervalMs?: number;
  /** How many tasks one process works on at a time; default 1,000. */
  readonly maxRunning?: number;
  /** How many of them may be of one user or session; default 100. */
  readonly maxRunningPerOwner?: number;
}

/** Opens what a server needs, yields once what its handlers get as `ctx.lifespan`, and lets go of it. */
export type LifespanGenerator = AsyncGenerator<unknown, void>;
