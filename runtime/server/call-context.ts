import type { Implementation, LogLevel } from "../protocol/model.js";

/** What a handler knows of the call it serves, and can say to the client while it works. */
export interface CallContext {
  /** Aborted when the client cancels the call or goes away. Hand it on to whatever takes time. */
  readonly signal: AbortSignal;
  /** The request's `_meta`. */
  readonly meta: { readonly [name: string]: unknown };
  /** The MCP revision of the request: `2025-11-25`. */
  readonly protocolVersion: string;
  /** Who the client says it is. For display and logs only. */
  readonly clientInfo?: Implementation | undefined;
  /**
   * Says how far the work is. Sent only if the client asked for it; `progress` must rise.
   *
   * @see MCP 2026-07-28, Progress
   */
  progress(progress: number, total?: number, message?: string): void;
  /**
   * Sends a log message to the client. Sent only if the client wants messages of this level.
   *
   * @see MCP 2026-07-28, Logging
   */
  log(level: LogLevel, data: unknown, logger?: string): void;
}
