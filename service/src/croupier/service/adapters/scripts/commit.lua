#!lua
-- One commit of one table: everything of it, or nothing.
-- KEYS  1 state  2 log  3 receipts  4 seed
-- ARGV  1 receipt field ('' when the act has none)   2 receipt
--       3 chain head the writer decided from         4 schema the writer writes
--       5 version    6 sealed entry   7 chain        8 marks
--       9 sealed snapshot  10 status 11 ttl (ms)    12 channel
--      13 prompt answered 'seat:n' or ''  14 '1' when the house answers because it is due
--      15 prompts kept '|seat:n|seat:n|'  16 prompts opened 'seat:n:after_ms ...',
--         or 'seat:n:@at_ms' where a clock runs on
--      17 cap on entries  18 cap on bytes of the log
-- Replies: {'ok', now, deadlines} {'known', receipt} {'stale', row} {'late'} {'notdue', at, now}
--          {'old'} {'gone'} {'full'} {'rotten'}
local state, log, receipts = KEYS[1], KEYS[2], KEYS[3]

local version, epoch, head, last, deadlines, status, writer, size, check, expiry = unpack(
  redis.call('HMGET', state, 'v', 'e', 'h', 't', 'd', 'st', 'w', 'z', 'c', 'x'))
if not version then return {'gone'} end

if ARGV[1] ~= '' then
  local receipt = redis.call('HGET', receipts, ARGV[1])
  if receipt then return {'known', receipt} end
end
if not (epoch and head and last and deadlines and status and writer and size and expiry)
  or check ~= redis.sha1hex(table.concat({version, last, deadlines, status, writer, size}, '|'))
then
  return {'rotten'}
end
if tonumber(writer) > tonumber(ARGV[4]) then return {'old'} end
if head ~= ARGV[3] or status == 'closed' then
  local row = redis.call('HMGET', state, 'v', 'e', 'b', 'h', 'm', 't', 'd', 'st', 'w', 'z', 'c')
  return {'stale', row}
end

local clock = redis.call('TIME')
local now = math.max(clock[1] * 1000 + math.floor(clock[2] / 1000), tonumber(last))
local moment = string.format('%.0f', now)

-- deadlines: the answered one is respected, the kept ones stay, the opened ones get a moment
local standing = {}
for prompt, at in string.gmatch(deadlines, '(%d+:%d+):(%d+)') do
  if prompt == ARGV[13] then
    if ARGV[14] == '1' then
      if now < tonumber(at) then return {'notdue', at, moment} end
    elseif now >= tonumber(at) then
      return {'late'}
    end
  end
  if string.find(ARGV[15], '|' .. prompt .. '|', 1, true) then
    standing[#standing + 1] = prompt .. ':' .. at
  end
end
for prompt, fixed, ms in string.gmatch(ARGV[16], '(%d+:%d+):(@?)(%d+)') do
  local at = tonumber(ms) + (fixed == '@' and 0 or now)
  standing[#standing + 1] = prompt .. ':' .. string.format('%.0f', at)
end
deadlines = table.concat(standing, ' ')

size = string.format('%.0f', tonumber(size) + #ARGV[6])
if tonumber(ARGV[5]) > tonumber(ARGV[17]) or tonumber(size) > tonumber(ARGV[18]) then
  return {'full'}
end

writer = string.format('%d', math.max(tonumber(writer), tonumber(ARGV[4])))
check = redis.sha1hex(table.concat({ARGV[5], moment, deadlines, ARGV[10], writer, size}, '|'))
local ttl, left = tonumber(ARGV[11]), (tonumber(expiry) or 0) - now
local refresh = not (left >= ttl / 2 and left <= ttl)
if refresh then expiry = string.format('%.0f', now + ttl) end

-- From here on nothing may fail: a script keeps what it wrote before an error. XADD is the
-- only call that can, so it comes first.
local stamp = moment .. '|' .. redis.sha1hex(ARGV[5] .. '|' .. moment)
local added = redis.pcall('XADD', log, ARGV[5] .. '-0', 'e', ARGV[6], 'h', ARGV[7], 't', stamp)
if type(added) == 'table' and added.err then
  if string.find(added.err, 'ID', 1, true) or string.find(added.err, 'WRONGTYPE', 1, true) then
    return {'rotten'}
  end
  return added
end

redis.call('HSET', state, 'v', ARGV[5], 'b', ARGV[9], 'h', ARGV[7], 'm', ARGV[8], 't', moment,
  'd', deadlines, 'st', ARGV[10], 'w', writer, 'z', size, 'c', check, 'x', expiry)
if ARGV[1] ~= '' then redis.call('HSET', receipts, ARGV[1], ARGV[2]) end
if refresh then
  for _, key in ipairs(KEYS) do redis.call('PEXPIREAT', key, expiry) end
end
redis.pcall('SPUBLISH', ARGV[12], ARGV[7]) -- only a hint: its loss harms nothing
return {'ok', moment, deadlines}
