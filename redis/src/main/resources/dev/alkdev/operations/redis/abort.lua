-- Takes a request back if nobody has taken it, else tells the worker that it is aborted.
-- KEYS: requests
-- ARGV: entry, prefix of inboxes, caller, the event
-- Gives 1 if a worker was told.
if redis.call('EXISTS', KEYS[1]) == 0 then
    return 0
end
local taken = redis.call('XPENDING', KEYS[1], 'workers', ARGV[1], ARGV[1], 1)
if #taken == 0 then
    redis.call('XDEL', KEYS[1], ARGV[1])
    return 0
end
redis.pcall('XADD', ARGV[2] .. taken[1][2], 'NOMKSTREAM', '*', 'from', ARGV[3], 'entry', ARGV[1],
    '0', ARGV[4])
return 1
