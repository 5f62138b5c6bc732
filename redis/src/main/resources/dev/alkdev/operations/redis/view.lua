-- Who lives, and what they offer. Bounded: whoever can write to Redis can add participants.
-- KEYS: members, offers, version
-- Gives the version, then id and offering hash of each.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local view = { redis.call('GETRANGE', KEYS[3], 0, 20) }
if view[1] == '' then
    view[1] = '0'
end
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. now, '+inf',
        'LIMIT', 0, 10000)) do
    local hash = redis.call('HSTRLEN', KEYS[2], id) <= 100 and redis.call('HGET', KEYS[2], id)
    if #id <= 100 then
        view[#view + 1] = id
        view[#view + 1] = hash or ''
    end
end
return view
