import type { EventLimits } from "../event-limits.js";
import type { RedisBus } from "./bus.js";
import type { RedisClient } from "./client.js";
import type { RedisReplays } from "./replays.js";
import type { State } from "../state.js";

export interface RedisStateOptions {
  /** What every key and channel begins with: one for each server that shares a Redis. Default `mcp`. */
  readonly prefix?: string;
  readonly events?: EventLimits;
  /** How long to wait for Redis before a request fails. Default 5 seconds. */
  readonly timeoutMs?: number;
}

/** A state whose bus can tell when its subscriptions are in effect, and what else Redis is good for. */
export interface RedisState extends State {
  readonly bus: RedisBus;
  /** For `dpop.replays` of `oauthResource`: then no proof is taken by two processes. */
  readonly replays: RedisReplays;
}

/**
 * What a server keeps, in Redis 6.2 or later: for servers that run more than once. A session opened on one process is
 * served by another, a stream goes on at another, and a change told on one reaches the clients of all.
 *
 * `client` is made by `createClient()` of the package `redis`, 5 or later, with a listener for its errors. It is
 * connected unless it is already, and then closed with the state; a client that was connected stays with who connected it.
 *
 * @throws StateError when Redis can't be reached or refuses
 * @throws RangeError, TypeError for options that can't be
 */
export async function redisState(
  client: RedisClient,
  options: RedisStateOptions = {},
): Promise<RedisState> {
  // Most servers have no Redis, and each of those on stdio starts for one conversation.
  const { openRedisState } = await import("./open-redis-state.js");
  return openRedisState(client, options);
}
