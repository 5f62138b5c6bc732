-- Gives back the requests of one offering that nobody works on: those a dead worker took are
-- "lost", and those nobody took are "unsent" if no worker is left. Their callers are told.
-- KEYS: requests, members, offers
-- ARGV: offering hash, prefix of inboxes
-- Gives how many were given back.
if redis.call('EXISTS', KEYS[1]) == 0 then
    return 0
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local count = 0

local function giveBack(id, fields, why)
    for i = 1, #fields, 2 do
        fields[fields[i]] = fields[i + 1]
    end
    if fields.caller then
        -- An inbox that is no stream must not keep the others waiting.
        redis.pcall('XADD', ARGV[2] .. fields.caller, 'NOMKSTREAM', '*', why, fields.request or '')
    end
    redis.call('XACK', KEYS[1], 'workers', id)
    redis.call('XDEL', KEYS[1], id)
    count = count + 1
end

local function isLive(id)
    local score = redis.call('ZSCORE', KEYS[2], id)
    return score and tonumber(score) > now
end

local served = false
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '(' .. now, '+inf',
        'LIMIT', 0, 10000)) do
    if redis.call('HGET', KEYS[3], id) == ARGV[1] then
        served = true
        break
    end
end

for _, consumer in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], 'workers')) do
    local name = consumer[2]
    if not isLive(name) then
        local taken
        repeat
            taken = redis.call('XPENDING', KEYS[1], 'workers', '-', '+', 100, name)
            for _, entry in ipairs(taken) do
                local found = redis.call('XRANGE', KEYS[1], entry[1], entry[1])
                giveBack(entry[1], found[1] and found[1][2] or {}, 'lost')
            end
        until #taken == 0
        redis.call('XGROUP', 'DELCONSUMER', KEYS[1], 'workers', name)
    end
end

if not served then
    local unread
    repeat
        unread = redis.call('XREADGROUP', 'GROUP', 'workers', 'sweeper', 'COUNT', 100,
            'STREAMS', KEYS[1], '>')
        for _, entry in ipairs(unread and unread[1][2] or {}) do
            giveBack(entry[1], entry[2], 'unsent')
        end
    until not unread
    redis.call('XGROUP', 'DELCONSUMER', KEYS[1], 'workers', 'sweeper')
end
return count
