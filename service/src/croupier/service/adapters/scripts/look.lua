#!lua flags=no-writes
-- The newest version of a table, unless its chain head is the one known, and a receipt.
-- KEYS  1 state  2 receipts
-- ARGV  1 known chain head or ''  2 receipt field or ''
-- Replies: {now, receipt or '', row or {}} {} when there is no table
local head, last = unpack(redis.call('HMGET', KEYS[1], 'h', 't'))
if not head and redis.call('EXISTS', KEYS[1]) == 0 then return {} end
local clock = redis.call('TIME')
local now = math.max(clock[1] * 1000 + math.floor(clock[2] / 1000), tonumber(last) or 0)
local receipt = ''
if ARGV[2] ~= '' then receipt = redis.call('HGET', KEYS[2], ARGV[2]) or '' end
local row = {}
if head ~= ARGV[1] then
  row = redis.call('HMGET', KEYS[1], 'v', 'e', 'b', 'h', 'm', 't', 'd', 'st', 'w', 'z', 'c')
end
return {string.format('%.0f', now), receipt, row}
