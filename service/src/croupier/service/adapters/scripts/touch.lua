#!lua
-- Somebody watches: the expiry of a table is moved on when less than half of it is left.
-- KEYS  1 state  2 log  3 receipts  4 seed
-- ARGV  1 ttl (ms) of a table in play  2 ttl of one that is over
local expiry, status = unpack(redis.call('HMGET', KEYS[1], 'x', 'st'))
if not (expiry and status) then return 0 end
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local ttl = tonumber((status == 'over' or status == 'closed') and ARGV[2] or ARGV[1])
local left = (tonumber(expiry) or 0) - now
if left >= ttl / 2 then return 0 end
expiry = string.format('%.0f', now + ttl)
redis.call('HSET', KEYS[1], 'x', expiry)
for _, key in ipairs(KEYS) do redis.call('PEXPIREAT', key, expiry) end
return 1
