import type { JsonObject } from "../protocol/json.js";
import type { Log } from "../protocol/log.js";
import type { LogLevel, Tool } from "../protocol/model.js";
import type { Caller } from "./caller.js";
import type { Session } from "./session.js";

/** A tool of the server that a handler may call. */
export interface OwnTool {
  describe(): Tool;
  /** Present if the client needs capabilities. */
  readonly requires?: object | undefined;
  readonly timeoutMs?: number | undefined;
}

/** Who may be subscribed. */
interface Subscribed {
  readonly session: Session | undefined;
  readonly caller: Caller | undefined;
}

/** What handlers may use of the server that their request came to. */
export interface ServerSide {
  readonly log: Log;
  /** The least severe level of messages to clients; undefined: the client decides alone. */
  readonly logLevel: LogLevel | undefined;
  readonly tools: ReadonlyMap<string, OwnTool>;
  /** @see CallContext.isSubscribed */
  isSubscribed(uri: string, request: Subscribed): boolean;
  /** @see Service.scopesFor */
  scopesFor(method: string, params: JsonObject, caller: Caller): Promise<readonly string[]>;
}
