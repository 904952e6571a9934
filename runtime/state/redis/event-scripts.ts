import { eventOverhead } from "../event-limits.js";
import { RedisScript } from "./script.js";

/*
 * The events of a session are one Redis stream, so that the oldest event is known. Each entry has the name of its event stream
 * and the message. A hash beside it holds `bytes` and, for each event stream, `count:`, `from:` (the last dropped entry, where
 * the search for the next one begins) and `ended:`. Both expire together; if Redis evicted one of them, the other is useless.
 */

/** Keys: events, sums. Values: stream, message, and the limits in order. Replies with the place. */
export const appendEvent = new RedisScript(`
local log, sums = KEYS[1], KEYS[2]
local name, message = ARGV[1], ARGV[2]
local perStream, perSession, bytesPerSession = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])

local function forget(entry)
  local owner, text = entry[2][2], entry[2][4]
  redis.call('XDEL', log, entry[1])
  if redis.call('HINCRBY', sums, 'count:' .. owner, -1) <= 0 then
    redis.call('HDEL', sums, 'count:' .. owner, 'from:' .. owner, 'ended:' .. owner)
  end
  return redis.call('HINCRBY', sums, 'bytes', -(#text + ${eventOverhead}))
end

local function oldestOf(owner)
  local start = '-'
  local from = redis.call('HGET', sums, 'from:' .. owner)
  if from then start = '(' .. from end
  while true do
    local entries = redis.call('XRANGE', log, start, '+', 'COUNT', 4)
    if #entries == 0 then return nil end
    for _, entry in ipairs(entries) do
      if entry[2][2] == owner then return entry end
      start = '(' .. entry[1]
    end
  end
end

if redis.call('EXISTS', log, sums) < 2 then redis.call('DEL', log, sums) end
local id = redis.call('XADD', log, '*', 'stream', name, 'message', message)
local bytes = redis.call('HINCRBY', sums, 'bytes', #message + ${eventOverhead})
if redis.call('HINCRBY', sums, 'count:' .. name, 1) > perStream then
  local entry = oldestOf(name)
  if entry then
    bytes = forget(entry)
    redis.call('HSET', sums, 'from:' .. name, entry[1])
  end
end
local count = redis.call('XLEN', log)
while count > perSession or (bytes > bytesPerSession and count > 1) do
  bytes = forget(redis.call('XRANGE', log, '-', '+', 'COUNT', 1)[1])
  count = count - 1
end
redis.call('PEXPIRE', log, ARGV[6])
redis.call('PEXPIRE', sums, ARGV[6])
return id
`);

/** Keys: events, sums. Values: stream. */
export const endStream = new RedisScript(`
if redis.call('HEXISTS', KEYS[2], 'count:' .. ARGV[1]) == 1 then
  redis.call('HSET', KEYS[2], 'ended:' .. ARGV[1], '1')
end
return 1
`);

/** Keys: events, sums. Values: stream, place. Replies with null, or: ended, place, message, place, message, ... */
export const eventsAfter = new RedisScript(`
local known = redis.call('XRANGE', KEYS[1], ARGV[2], ARGV[2])
if #known == 0 or known[1][2][2] ~= ARGV[1] then return false end
local reply = { redis.call('HEXISTS', KEYS[2], 'ended:' .. ARGV[1]) }
local start = '(' .. ARGV[2]
while true do
  local entries = redis.call('XRANGE', KEYS[1], start, '+', 'COUNT', 100)
  if #entries == 0 then return reply end
  for _, entry in ipairs(entries) do
    if entry[2][2] == ARGV[1] then
      reply[#reply + 1] = entry[1]
      reply[#reply + 1] = entry[2][4]
    end
    start = '(' .. entry[1]
  end
end
`);
