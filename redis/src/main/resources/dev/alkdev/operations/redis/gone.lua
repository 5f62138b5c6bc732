-- Finds requests that are no longer in their stream.
-- KEYS: requests
-- ARGV: entries, oldest first
-- Gives the places of those that are gone, from 0 on.
local gone = {}
if redis.call('EXISTS', KEYS[1]) == 0 then
    for i = 1, #ARGV do
        gone[i] = tostring(i - 1)
    end
    return gone
end
-- Reading an entry copies it, and what waits behind the first ones will be looked at later.
local reads = 10
for i, entry in ipairs(ARGV) do
    local taken = redis.call('XPENDING', KEYS[1], 'workers', entry, entry, 1)
    if #taken == 0 then
        if reads == 0 then
            break
        end
        reads = reads - 1
        if #redis.call('XRANGE', KEYS[1], entry, entry) == 0 then
            gone[#gone + 1] = tostring(i - 1)
        end
    end
end
return gone
