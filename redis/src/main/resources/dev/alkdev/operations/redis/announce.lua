-- A participant joins, or offers something else than before.
-- KEYS: members, offers, version, news, inbox, offering, requests
-- ARGV: id, offering hash, specs, expiry (ms), kept (ms), "join" or "change"
-- Gives 1, or 0 if the others have given this participant up.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local score = redis.call('ZSCORE', KEYS[1], ARGV[1])
if ARGV[6] == 'change' and not (score and tonumber(score) > now) then
    return 0
end
if ARGV[6] == 'join' then
    -- An inbox that is not there is written to by nobody.
    redis.call('XADD', KEYS[5], '*', 'joined', ARGV[1])
    redis.call('PEXPIRE', KEYS[5], ARGV[5])
end
if ARGV[3] ~= '' then
    redis.call('SET', KEYS[6], ARGV[3], 'PX', ARGV[5])
    redis.pcall('XGROUP', 'CREATE', KEYS[7], 'workers', '0', 'MKSTREAM')
    redis.call('PEXPIRE', KEYS[7], ARGV[5])
end
redis.call('ZADD', KEYS[1], now + ARGV[4], ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
local version = redis.call('INCR', KEYS[3])
redis.call('XADD', KEYS[4], 'MAXLEN', 16, '*', 'version', version)
for i = 1, 4 do
    redis.call('PEXPIRE', KEYS[i], ARGV[5])
end
return 1
