import { RedisScript } from "./script.js";

/** Keys: task. Values: expected, task, ttl (empty: for ever). Replies with 1 if it was replaced. */
export const replaceTask = new RedisScript(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[3] == '' then
  redis.call('SET', KEYS[1], ARGV[2])
elseif ARGV[3] == '0' then
  redis.call('DEL', KEYS[1])
else
  redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
end
return 1
`);

/**
 * Keys: owner. Values: id, ttl (empty: for ever), number of ids to reply with. The score is the time in microseconds and larger
 * than the last score, so ids are ordered by insertion. The owner's list expires with the longest ttl given. Replies with some
 * random ids of the owner, so that the caller can remove those of expired tasks.
 */
export const ownTask = new RedisScript(`
local time = redis.call('TIME')
local score = tonumber(time[1]) * 1000000 + tonumber(time[2])
local last = redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')
if last[2] and tonumber(last[2]) >= score then score = tonumber(last[2]) + 1 end
local ttl = redis.call('PTTL', KEYS[1])
redis.call('ZADD', KEYS[1], 'NX', string.format('%.0f', score), ARGV[1])
if ARGV[2] == '' then
  redis.call('PERSIST', KEYS[1])
elseif ttl == -2 or (ttl >= 0 and ttl < tonumber(ARGV[2])) then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return redis.call('ZRANDMEMBER', KEYS[1], ARGV[3])
`);

/** Keys: owner. Values: ids. */
export const disownTasks = new RedisScript(`
return redis.call('ZREM', KEYS[1], unpack(ARGV))
`);

/** Keys: owner. Values: number of ids, the id to start after (absent: at the first). Replies with ids. */
export const tasksOfOwner = new RedisScript(`
local start = 0
if ARGV[2] then
  local rank = redis.call('ZRANK', KEYS[1], ARGV[2])
  if not rank then return {} end
  start = rank + 1
end
return redis.call('ZRANGE', KEYS[1], start, start + tonumber(ARGV[1]) - 1)
`);
