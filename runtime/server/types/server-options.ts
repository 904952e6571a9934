import type { CacheHints } from "../../protocol/codec/codec-writer.js";
import type { JsonObject } from "../../protocol/json.js";
import type { Logger } from "../../protocol/log-entry.js";
import type { Implementation, LogLevel } from "../../protocol/model.js";
import type { State } from "../../state/state.js";
import type { Middleware } from "./middleware.js";
import type { Telemetry } from "../../telemetry/telemetry.js";

/** What a server says about itself. */
export interface ServerFacts extends Implementation {
  /** How a model should use the server. */
  readonly instructions?: string;
}

/** Options that do not depend on what the server offers. */
export interface ServerOptions {
  /** Guards, interceptors and exception handlers around everything that the server offers, in this order. */
  readonly use?: readonly Middleware[];
  /** Maximum number of items on a page; absent or 0: all, up to a size that clients can read. */
  readonly pageSize?: number;
  /** Cache hints of lists by method, such as `tools/list`. Default: one minute, private to the caller. */
  readonly cache?: { readonly [method in ListMethod | "server/discover"]?: CacheHints };
  /** Capabilities to declare even without entries: clients request only what a server declares. */
  readonly declare?: readonly ("tools" | "resources" | "prompts" | "completions")[];
  /** True: refuse requests of a session until the client has sent `notifications/initialized`. */
  readonly enforceLifecycle?: boolean;
  /** Stores sessions, event streams, tasks and changes; default: in memory. Replicas must share one. */
  readonly state?: State;
  /**
   * Secrets of at least 32 bytes for state that travels through clients; the first seals and all open. Default: a
   * random one per process. Processes that serve the same clients must share them.
   */
  readonly requestStateKeys?: readonly (string | Uint8Array)[];
  /** Time that a client has for an answer since 2026-07-28, in milliseconds; default ten minutes. */
  readonly requestStateTtlMs?: number;
  /**
   * Limits of the tasks that calls of tools with `task` become. A task runs in the process that began it; if that
   * process dies, the task stays unchanged until it expires.
   */
  readonly tasks?: TaskOptions;
  /**
   * Limits of each caller: the owner of a token, or else an address. Behind a proxy, callers without a token have one
   * address. Default: none.
   */
  readonly limits?: CallerLimits;
  /** Protocol extensions to declare in addition to the server's own, with their settings. */
  readonly extensions?: { readonly [id: string]: JsonObject };
  /** Experimental capabilities to declare, by name. */
  readonly experimental?: { readonly [name: string]: JsonObject };
  /**
   * Opens and closes what the server needs: an async generator that runs before the first request, yields the value of
   * `ctx.lifespan`, and continues when the server is closed.
   */
  readonly lifespan?: () => LifespanGenerator;
  /** Monitors requests: `await openTelemetry()`, or your own. */
  readonly telemetry?: Telemetry;
  /** The least severe level of `ctx.log` that clients get, whatever they ask for; default: what each asks for. */
  readonly logLevel?: LogLevel;
  /** Receives log messages for the operator, from the level `MCP_LOG_LEVEL` on; default: stderr. */
  readonly logger?: Logger;
  /** Called with every notification of a client, such as `notifications/roots/list_changed`. */
  readonly onNotification?: (method: string, params: JsonObject, sessionId?: string) => void;
}

/** A method whose answer may be kept by clients. */
export type ListMethod =
  "tools/list" | "resources/list" | "resources/templates/list" | "prompts/list";

export interface CallerLimits {
  /** Maximum number of requests in a minute; as many may come at once after a pause. */
  readonly perMinute?: number;
  /** Maximum number of requests that are open at a time, with subscriptions. */
  readonly concurrent?: number;
}

/** Limits of tasks. */
export interface TaskOptions {
  /** Lifetime of a task and its result, from its creation; default one hour. */
  readonly ttlMs?: number;
  /** Maximum lifetime that a client may request (2025-11-25); default one day. */
  readonly maxTtlMs?: number;
  /** Polling interval that clients should use; default one second. */
  readonly pollIntervalMs?: number;
  /** Maximum number of tasks that run at a time in one process; default 1,000. */
  readonly maxRunning?: number;
  /** Maximum number of them per user or session; default 100. */
  readonly maxRunningPerOwner?: number;
}

/** Opens what a server needs, yields it once as `ctx.lifespan`, and closes it. */
export type LifespanGenerator = AsyncGenerator<unknown, void>;
