import type { RedisClient } from "./client.js";
import type { RedisState, RedisStateOptions } from "./options.js";

/**
 * Keeps state in Redis 6.2 or later, for servers that run in several processes: each can serve the sessions, streams and
 * notifications of the others.
 *
 * @param client of the package `redis` 5 or later, with a listener for `error`. An unconnected client is connected here and
 *   closed with the state.
 * @throws StateError if Redis cannot be reached or refuses; RangeError, TypeError for invalid options
 */
export async function redisState(
  client: RedisClient,
  options: RedisStateOptions = {},
): Promise<RedisState> {
  // Loaded lazily, because most servers do not use Redis.
  const { openRedisState } = await import("./open-redis-state.js");
  return openRedisState(client, options);
}
