#!lua
-- A table is born: all its keys at once, with one identical expiry.
-- KEYS  1 state  2 log  3 receipts  4 seed
-- ARGV  1 receipt field  2 receipt  3 schema  4 epoch  5 sealed entry  6 chain  7 marks
--       8 sealed snapshot  9 status  10 ttl (ms)  11 sealed seed
-- Replies: {'ok', now} {'known', receipt} {'stale', row} {'rotten'}
local state, log, receipts, seed = KEYS[1], KEYS[2], KEYS[3], KEYS[4]

if redis.call('EXISTS', state) == 1 then
  local receipt = redis.call('HGET', receipts, ARGV[1])
  if receipt then return {'known', receipt} end
  local row = redis.call('HMGET', state, 'v', 'e', 'b', 'h', 'm', 't', 'd', 'st', 'w', 'z', 'c')
  return {'stale', row}
end

local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local moment = string.format('%.0f', now)
local expiry = string.format('%.0f', now + tonumber(ARGV[10]))
local size = string.format('%d', #ARGV[5])

local stamp = moment .. '|' .. redis.sha1hex('1|' .. moment)
local added = redis.pcall('XADD', log, '1-0', 'e', ARGV[5], 'h', ARGV[6], 't', stamp)
if type(added) == 'table' and added.err then
  if string.find(added.err, 'ID', 1, true) or string.find(added.err, 'WRONGTYPE', 1, true) then
    return {'rotten'}
  end
  return added
end

local check = redis.sha1hex(table.concat({'1', moment, '', ARGV[9], ARGV[3], size}, '|'))
redis.call('HSET', state, 'v', '1', 'e', ARGV[4], 'b', ARGV[8], 'h', ARGV[6], 'm', ARGV[7],
  't', moment, 'd', '', 'st', ARGV[9], 'w', ARGV[3], 'z', size, 'c', check, 'x', expiry)
redis.call('HSET', receipts, ARGV[1], ARGV[2])
redis.call('SET', seed, ARGV[11])
for _, key in ipairs(KEYS) do redis.call('PEXPIREAT', key, expiry) end
return {'ok', moment}
