import type { EventLimits } from "../event-limits.js";
import type { State } from "../state.js";
import type { RedisBus } from "./bus.js";
import type { RedisReplays } from "./replays.js";

/** How state is kept in Redis. */
export interface RedisStateOptions {
  /** Prefix of all keys and channels, different for each server that shares a Redis. Default: `mcp`. */
  readonly prefix?: string;
  /** Limits of the events that are kept for clients that lost their stream. */
  readonly events?: EventLimits;
  /** Timeout of commands, in milliseconds. Default: 5 seconds. */
  readonly timeoutMs?: number;
}

/** State in Redis, with a store against replays. */
export interface RedisState extends State {
  /** Tells the other processes of changes. */
  readonly bus: RedisBus;
  /** Also for `dpop.replays` of `oauthResource`, so that no two processes accept the same proof. */
  readonly replays: RedisReplays;
}
