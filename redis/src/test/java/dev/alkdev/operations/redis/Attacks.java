package dev.alkdev.operations.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.List;
import java.util.Random;

/**
 * What a hostile participant may write. Scripts make it in Redis, so that it takes no memory here.
 */
final class Attacks implements AutoCloseable {
    static final String PREFIX = "attacked";

    private static final Logger LOG = LoggerFactory.getLogger(Attacks.class);

    /** Joins as a participant with an offering; then the text of the offering follows. */
    private static final String OFFER =
            """
            local p = '{attacked}:'
            local function offer(id, hash, text)
                redis.call('DEL', p .. 'offering:' .. hash)
                redis.call('SET', p .. 'offering:' .. hash, text)
                redis.pcall('XGROUP', 'CREATE', p .. 'requests:' .. hash, 'workers', '0', 'MKSTREAM')
                redis.call('HSET', p .. 'offers', id, hash)
                redis.call('ZADD', p .. 'members', 99999999999999, id)
                redis.pcall('XTRIM', p .. 'inbox:' .. id, 'MAXLEN', 0)
                redis.call('INCR', p .. 'version')
                redis.call('XADD', p .. 'news', 'MAXLEN', 16, '*', 'version', 1)
            end
            local function operations(from, count, schema)
                local specs = {}
                for i = from, from + count - 1 do
                    specs[#specs + 1] = '{"id":"evil.o' .. i .. '","namespace":"evil","name":"o' .. i
                        .. '","version":"1.0.0","type":"query","description":"","inputSchema":' .. schema
                        .. ',"outputSchema":{},"accessControl":{"requiredScopes":[]}}'
                end
                return '[' .. table.concat(specs, ',') .. ']'
            end
            local function each(pattern, action)
                -- As many as fit into the memory of the machine.
                local keys = redis.call('KEYS', p .. pattern)
                for i = 1, math.min(#keys, 8) do
                    if redis.pcall('XTRIM', keys[i], 'MAXLEN', 200) then
                        action(keys[i])
                    end
                end
            end
            local n = tonumber(ARGV[1])
            """;

    private static final List<String> SCRIPTS =
            List.of(
                    "offer('evil', 'many', operations(0, 60000, '{}'))",
                    "offer('evil', 'few' .. n, operations(n, 200, '{}'))",
                    "offer('evil', 'long', operations(0, 1, '{\"title\":\"' .. string.rep('x',"
                            + " 30000000) .. '\"}'))",
                    "offer('evil', 'dense', '[' .. string.rep('[],', 700000) .. '[]]')",
                    "offer('evil', 'deep', string.rep('[', 1000000))",
                    "offer('evil', 'garbage', string.rep('\\255', 100000))",
                    "for i = 1, 20 do offer('evil' .. i, 'part' .. i, operations(i * 2000, 2000,"
                        + " '{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}}}'))"
                        + " end",
                    "for i = 1, 3000 do offer('e' .. n .. '-' .. i, 'h' .. i, '[]') end",
                    "offer('evil', 'list', '[]'); redis.call('DEL', p .. 'offering:list');"
                            + " redis.call('RPUSH', p .. 'offering:list', 'x')",
                    "for i = 1, 200 do redis.call('INCR', p .. 'version'); redis.call('XADD', p .."
                            + " 'news', 'MAXLEN', 16, '*', 'version', i) end",
                    "each('inbox:????????-*', function(key) for i = 1, 64 do redis.pcall('XADD',"
                            + " key, '*', 'from', 'evil', '0', string.rep('x', 1000000)) end end)",
                    "each('inbox:????????-*', function(key) redis.pcall('XADD', key, '*', 'from',"
                            + " 'evil', '0', string.rep('x', 50000000)) end)",
                    "local fields = {}; for i = 1, 3000 do fields[2 * i - 1] = tostring(i);"
                        + " fields[2 * i] = '{\"type\":\"call.responded\"}' end;"
                        + " each('inbox:????????-*', function(key) for i = 1, 30 do"
                        + " redis.pcall('XADD', key, '*', 'from', 'evil', unpack(fields)) end end)",
                    "each('inbox:????????-*', function(key) for i = 1, 500 do redis.pcall('XADD',"
                            + " key, '*', 'unsent', 'r' .. i, 'lost', 'r' .. i) end end)",
                    "each('requests:*', function(key) for i = 1, 64 do redis.pcall('XADD', key,"
                            + " '*', 'caller', 'evil', 'request', 'r' .. n .. i, 'event',"
                            + " string.rep('x', 1000000)) end end)",
                    "each('requests:*', function(key) redis.pcall('XADD', key, '*', 'caller',"
                            + " 'evil', 'request', 'r' .. n, 'event', string.rep('x', 50000000))"
                            + " end)",
                    "offer('evil', 'none', ''); each('requests:*', function(key) for i = 1, 20 do"
                            + " local id = 'r' .. n .. '-' .. i; redis.pcall('XADD', key, '*',"
                            + " 'caller', 'evil', 'request', id, 'event',"
                            + " '{\"type\":\"call.requested\",\"id\":\"' .. id .."
                            + " '\",\"payload\":{\"requestId\":\"' .. id .."
                            + " '\",\"operationId\":\"a.echo\",\"input\":[' .. string.rep('[],',"
                            + " 1000000) .. '[]]}}') end end)",
                    "offer('evil', 'none', ''); redis.call('DEL', p .. 'inbox:evil');"
                            + " redis.call('SET', p .. 'inbox:evil', 'no stream');"
                            + " each('requests:*', function(key) for i = 1, 20 do local id = 'w' .."
                            + " n .. '-' .. i; redis.pcall('XADD', key, '*', 'caller', 'evil',"
                            + " 'request', id, 'event', '{\"type\":\"call.requested\",\"id\":\"'"
                            + " .. id .. '\",\"payload\":{\"requestId\":\"' .. id .."
                            + " '\",\"operationId\":\"a.echo\",\"input\":1}}') end end)",
                    "each('requests:*', function(key) redis.pcall('XADD', key, '*', 'a', 'b') end)",
                    "redis.call('DEL', p .. 'inbox:evil')");

    private final RedisClient client;
    private final RedisCommands<String, String> redis;
    private final Random random;
    private int count;

    Attacks(String url, Random random) {
        this.client = RedisClient.create(url);
        this.redis = client.connect().sync();
        this.random = random;
    }

    /** Makes one of them. */
    void next() {
        String script = SCRIPTS.get(random.nextInt(SCRIPTS.size()));
        LOG.debug("{}", script);
        try {
            redis.eval(OFFER + script, ScriptOutputType.STATUS, new String[0], "" + count++);
        } catch (RedisCommandExecutionException e) {
            if (!String.valueOf(e.getMessage()).contains("OOM")) {
                throw new IllegalStateException("an attack should work: " + script, e);
            }
            // Redis is full: others must live with that, too.
            redis.flushall();
        }
    }

    /** Removes everything. */
    void remove() {
        redis.flushall();
    }

    int count() {
        return count;
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
