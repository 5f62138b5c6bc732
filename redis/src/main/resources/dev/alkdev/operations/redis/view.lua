-- Who lives, and what they offer.
-- KEYS: members, offers, version
-- Gives the version, then id and offering hash of each.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local view = { redis.call('GET', KEYS[3]) or '0' }
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. now, '+inf')) do
    view[#view + 1] = id
    view[#view + 1] = redis.call('HGET', KEYS[2], id) or ''
end
return view
