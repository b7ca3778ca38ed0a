#!lua flags=no-writes
-- Log entries in order, with the one before them (its chain hash proves the first).
-- KEYS  1 state  2 log
-- ARGV  1 after  2 up to, or ''  3 limit
-- Replies: {epoch, version, chain head, entries} {} when there is no table
local epoch, version, head = unpack(redis.call('HMGET', KEYS[1], 'e', 'v', 'h'))
if not version then return {} end
local limit, upto = tonumber(ARGV[3]), '+'
if ARGV[1] ~= '0' then limit = limit + 1 end
if ARGV[2] ~= '' then upto = ARGV[2] .. '-0' end
return {epoch, version, head,
  redis.call('XRANGE', KEYS[2], ARGV[1] .. '-0', upto, 'COUNT', limit)}
