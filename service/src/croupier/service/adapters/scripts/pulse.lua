#!lua
-- The house is alive. A gap since the last sign is an outage; the newest are remembered.
-- KEYS  1 pulse     ARGV  1 gap (ms)  2 outages kept
-- Reply: 'since:until since:until ...', the oldest first
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local last, outages = unpack(redis.call('HMGET', KEYS[1], 'at', 'outages'))
outages = outages or ''
if last and now - tonumber(last) > tonumber(ARGV[1]) then
  local kept = {}
  for outage in string.gmatch(outages, '%d+:%d+') do kept[#kept + 1] = outage end
  kept[#kept + 1] = last .. ':' .. string.format('%.0f', now)
  while #kept > tonumber(ARGV[2]) do table.remove(kept, 1) end
  outages = table.concat(kept, ' ')
end
redis.call('HSET', KEYS[1], 'at', string.format('%.0f', math.max(now, tonumber(last or 0))),
  'outages', outages)
return outages
