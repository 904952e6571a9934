import { eventLimits, type EventLimits } from "./event-limits.js";
import { RedisBus } from "./redis-bus.js";
import type { RedisClient } from "./redis-client.js";
import { connectInTime, RedisCommands } from "./redis-commands.js";
import { RedisEvents } from "./redis-events.js";
import { RedisKeys } from "./redis-keys.js";
import { RedisReplays } from "./redis-replays.js";
import { RedisSessions } from "./redis-sessions.js";
import { RedisTasks } from "./redis-tasks.js";
import type { State } from "./state.js";

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
  const keys = new RedisKeys(options.prefix ?? "mcp");
  const limits = eventLimits(options.events);
  const timeoutMs = options.timeoutMs ?? 5000;
  const commands = new RedisCommands(client, timeoutMs);
  const isOurs = !client.isOpen;
  let bus: RedisBus | undefined;
  const letGo = (): void => {
    bus?.close();
    if (isOurs && client.isOpen) client.destroy();
  };
  try {
    if (isOurs) await connectInTime(client, timeoutMs);
    await commands.run((each) => each.get(keys.probe));
    bus = new RedisBus(commands, keys, client.duplicate(), timeoutMs);
    await bus.connect();
  } catch (error) {
    letGo();
    throw error;
  }
  return {
    sessions: new RedisSessions(commands, keys),
    events: new RedisEvents(commands, keys, limits),
    tasks: new RedisTasks(commands, keys),
    bus,
    replays: new RedisReplays(commands, keys),
    close: async () => letGo(),
  };
}
