import { atLeast } from "../../protocol/limits/check-limit.js";
import { eventLimits } from "../event-limits.js";
import { RedisBus } from "./bus.js";
import type { RedisClient } from "./client.js";
import { connectInTime, RedisCommands } from "./commands.js";
import { RedisEvents } from "./events.js";
import { RedisKeys } from "./keys.js";
import { RedisReplays } from "./replays.js";
import { RedisSessions } from "./sessions.js";
import type { RedisState, RedisStateOptions } from "./options.js";
import { RedisTasks } from "./tasks.js";

/** Implements `redisState`. */
export async function openRedisState(
  client: RedisClient,
  options: RedisStateOptions,
): Promise<RedisState> {
  const keys = new RedisKeys(options.prefix ?? "mcp");
  const limits = eventLimits(options.events);
  const timeoutMs = atLeast(1, "timeoutMs", options.timeoutMs ?? 5000);
  const commands = new RedisCommands(client, timeoutMs);
  const isOurs = !client.isOpen;
  let bus: RedisBus | undefined;
  const release = (): void => {
    bus?.close();
    if (isOurs && client.isOpen) client.destroy();
  };
  try {
    if (isOurs) await connectInTime(client, timeoutMs);
    await commands.run((each) => each.get(keys.probe));
    bus = new RedisBus(commands, keys, client.duplicate(), timeoutMs);
    await bus.connect();
  } catch (error) {
    release();
    throw error;
  }
  return {
    sessions: new RedisSessions(commands, keys),
    events: new RedisEvents(commands, keys, limits),
    tasks: new RedisTasks(commands, keys),
    bus,
    replays: new RedisReplays(commands, keys),
    close: async () => release(),
  };
}
