import { limitOf } from "../../protocol/shares/share-counts.js";
import { lifetime } from "../lifetime.js";
import type { RedisCommands } from "./commands.js";
import type { RedisKeys } from "./keys.js";
import { RedisScript } from "./script.js";

/**
 * Keys: share. Values: id, ttl (empty: for ever), limit. The score is the time in milliseconds at which an entry expires.
 * Replies with the ids of the entries beyond the limit, which expire first.
 */
const addToShare = new RedisScript(`
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZADD', KEYS[1], ARGV[2] == '' and '+inf' or now + tonumber(ARGV[2]), ARGV[1])
local last = redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')
if last[2] == 'inf' then
  redis.call('PERSIST', KEYS[1])
else
  redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', tonumber(last[2])))
end
local over = redis.call('ZCARD', KEYS[1]) - tonumber(ARGV[3])
local gone = {}
if over <= 0 then return gone end
for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, over)) do
  if #gone < over and id ~= ARGV[1] then
    redis.call('ZREM', KEYS[1], id)
    gone[#gone + 1] = id
  end
end
return gone
`);

/** Counts the entries of each caller, since Redis itself has no limit that one of them could not use up. */
export class RedisShares {
  readonly #commands: RedisCommands;
  readonly #keys: RedisKeys;
  readonly #kind: "sessions" | "tasks";
  readonly #limit: number;

  /** @param limit of callers without a token together; a caller with one has a tenth */
  constructor(
    commands: RedisCommands,
    keys: RedisKeys,
    kind: "sessions" | "tasks",
    limit: number = 100_000,
  ) {
    this.#commands = commands;
    this.#keys = keys;
    this.#kind = kind;
    this.#limit = limit;
  }

  /** Counts an entry, also one that is counted already. @returns the ids of entries of the share that must go */
  async add(share: string, id: string, ttlMs: number | undefined): Promise<readonly string[]> {
    const values = [id, String(lifetime(ttlMs) ?? ""), String(limitOf(share, this.#limit))];
    const key = this.#keys.share(this.#kind, share);
    const reply = await this.#commands.script(addToShare, [key], values);
    return Array.isArray(reply) ? reply.map(String) : [];
  }
}
