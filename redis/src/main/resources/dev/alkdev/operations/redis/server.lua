-- Which server this is: another one after a restart or a failover.
-- KEYS: any of ours, so that a cluster runs it where they are
return string.match(redis.call('INFO', 'server'), 'run_id:(%w+)') or ''
