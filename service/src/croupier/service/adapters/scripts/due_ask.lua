#!lua
-- Look at this table in so many milliseconds, or sooner if that was asked before.
-- A score is the moment plus a mark: .00 asked for, .25 claimed, .50 claimed or put off after
-- nothing was found due. Asking clears the mark, so a claim made before is not the last word.
-- KEYS  1 bucket     ARGV  1 table id  2 after (ms)
local clock = redis.call('TIME')
local at = clock[1] * 1000 + math.floor(clock[2] / 1000) + tonumber(ARGV[2])
local old = redis.call('ZSCORE', KEYS[1], ARGV[1])
if old then at = math.min(at, math.floor(tonumber(old))) end
redis.call('ZADD', KEYS[1], string.format('%.0f', at), ARGV[1])
return 1
