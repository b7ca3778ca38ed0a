#!lua
-- A table is listed, newest first; scores are unique, so a score is a place in the list.
-- KEYS  1 lobby     ARGV  1 table id
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 0 end
local clock = redis.call('TIME')
local score = clock[1] * 1000000 + clock[2]
local top = redis.call('ZRANGE', KEYS[1], 0, 0, 'REV', 'WITHSCORES')
if top[2] then score = math.max(score, tonumber(top[2]) + 1) end
redis.call('ZADD', KEYS[1], string.format('%.0f', score), ARGV[1])
return 1
