#!lua
-- After a look: again in so many milliseconds, or ('') nothing is due there any more.
-- If somebody asked since the claim, their asking stands. "Nothing" removes a table only when
-- it is said twice with a quiet time between: a commit that was announced here before the
-- first look may not have been seen by it.
-- KEYS  1 bucket     ARGV  1 table id  2 after (ms) or ''  3 quiet time (ms)
local old = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not old then return 0 end
local score = tonumber(old)
local asked, mark = math.floor(score), score - math.floor(score)
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
if ARGV[2] ~= '' then
  local at = now + tonumber(ARGV[2])
  if mark == 0 then at = math.min(at, asked) end
  redis.call('ZADD', KEYS[1], string.format('%.0f', at), ARGV[1])
elseif mark == 0.5 then
  redis.call('ZREM', KEYS[1], ARGV[1])
elseif mark > 0 then
  redis.call('ZADD', KEYS[1], string.format('%.2f', now + tonumber(ARGV[3]) + 0.5), ARGV[1])
end
return 1
