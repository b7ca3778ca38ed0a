#!lua
-- The tables of a bucket whose moment has come, put off so that nobody else takes them now.
-- KEYS  1 bucket     ARGV  1 limit  2 hold (ms)
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local due = redis.call('ZRANGE', KEYS[1], '-inf', now + 0.75, 'BYSCORE',
  'LIMIT', 0, tonumber(ARGV[1]), 'WITHSCORES')
local claimed = {}
for n = 1, #due, 2 do
  local score = tonumber(due[n + 1])
  local mark = math.max(score - math.floor(score), 0.25)
  redis.call('ZADD', KEYS[1], string.format('%.2f', now + tonumber(ARGV[2]) + mark), due[n])
  claimed[#claimed + 1] = due[n]
end
return claimed
