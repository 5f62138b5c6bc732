-- A participant says that it lives, and buries those that no longer say so.
-- KEYS: members, offers, version, news, inbox, then the offering and request streams it keeps
-- ARGV: id, expiry (ms), kept (ms), prefix of inboxes, offering hash
-- Gives the version of the membership, 0 if the others have given this participant up, or -1 if
-- what it offers is not there any more: evicted, or deleted by somebody.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local dead = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, 1000)
for _, id in ipairs(dead) do
    redis.call('ZREM', KEYS[1], id)
    redis.call('HDEL', KEYS[2], id)
    redis.call('DEL', ARGV[4] .. id)
end
if #dead > 0 then
    local version = redis.call('INCR', KEYS[3])
    redis.call('XADD', KEYS[4], 'MAXLEN', 16, '*', 'version', version)
end
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) or redis.call('EXISTS', KEYS[5]) == 0 then
    return 0
end
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
for _, key in ipairs(KEYS) do
    redis.call('PEXPIRE', key, ARGV[3])
end
if redis.call('HGET', KEYS[2], ARGV[1]) ~= ARGV[5]
    or (ARGV[5] ~= 'none' and redis.call('EXISTS', KEYS[6]) == 0) then
    return -1
end
return tonumber(redis.call('GET', KEYS[3]) or 0)
