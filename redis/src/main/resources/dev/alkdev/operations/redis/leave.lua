-- A participant leaves.
-- KEYS: members, offers, version, news, inbox
-- ARGV: id, kept (ms)
redis.call('DEL', KEYS[5])
redis.call('HDEL', KEYS[2], ARGV[1])
if redis.call('ZREM', KEYS[1], ARGV[1]) == 1 then
    local version = redis.call('INCR', KEYS[3])
    redis.call('XADD', KEYS[4], 'MAXLEN', 16, '*', 'version', version)
    redis.call('PEXPIRE', KEYS[3], ARGV[2])
    redis.call('PEXPIRE', KEYS[4], ARGV[2])
end
return 1
