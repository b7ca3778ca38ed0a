#!lua flags=no-writes
-- Log entries, newest first, with the one before them.
-- KEYS  1 state  2 log
-- ARGV  1 before, or ''  2 limit
-- Replies: {epoch, version, chain head, entries} {} when there is no table
local epoch, version, head = unpack(redis.call('HMGET', KEYS[1], 'e', 'v', 'h'))
if not version then return {} end
local start = '+'
if ARGV[1] ~= '' then start = '(' .. ARGV[1] .. '-0' end
return {epoch, version, head,
  redis.call('XREVRANGE', KEYS[2], start, '-', 'COUNT', tonumber(ARGV[2]) + 1)}
