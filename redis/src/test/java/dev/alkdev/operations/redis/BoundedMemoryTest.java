package dev.alkdev.operations.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.TestRedis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

class BoundedMemoryTest {
    private static final Logger LOG = LoggerFactory.getLogger(BoundedMemoryTest.class);
    private static final int CALLERS = 64;

    /** {@code -Dredis.calls=1000000} for a long run. */
    private static final int CALLS = Integer.getInteger("redis.calls", 50_000);

    private static final JsonNode INPUT = Json.parse("{\"text\": \"" + "x".repeat(300) + "\"}");

    @Test
    @Timeout(600)
    void redisHoldsNoMoreAfterManyCallsThanBefore() throws Exception {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(OperationSpec.query("a.echo").build(), (input, context) -> input);
        try (TestRedis redis = TestRedis.start();
                RedisClient client = RedisClient.create(redis.ownUrl().toString());
                Peer worker = join(redis, registry);
                Peer caller = join(redis, OperationRegistry.create())) {
            RedisCommands<String, String> commands = client.connect().sync();
            call(caller, 1_000);
            long before = usedMemory(commands);
            call(caller, CALLS);
            assertThat(worker.handler().activeCount()).isZero();
            await().atMost(Duration.ofSeconds(5))
                    .untilAsserted(() -> assertThat(entries(commands)).isLessThan(100));
            long growth = usedMemory(commands) - before;
            LOG.info(
                    "{} calls leave {} entries and {} KiB in Redis",
                    CALLS,
                    entries(commands),
                    growth / 1024);
            assertThat(growth).isLessThan(2 * 1024 * 1024);
            assertThat(caller.requests().pendingCount()).isZero();
        }
    }

    private static Peer join(TestRedis redis, OperationRegistry registry) {
        return Peer.over(RedisLink.to(redis.ownUrl().toString()).build(), registry);
    }

    private static void call(Peer caller, int calls) throws Exception {
        List<Future<?>> callers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < CALLERS; i++) {
                callers.add(
                        threads.submit(
                                () -> {
                                    for (int n = 0; n < calls / CALLERS; n++) {
                                        caller.call("a.echo", INPUT);
                                    }
                                }));
            }
        }
        for (Future<?> ended : callers) {
            ended.get();
        }
    }

    private static long entries(RedisCommands<String, String> redis) {
        return redis.keys("*").stream()
                .filter(key -> redis.type(key).equals("stream"))
                .mapToLong(redis::xlen)
                .sum();
    }

    private static long usedMemory(RedisCommands<String, String> redis) {
        return redis.info("memory")
                .lines()
                .filter(line -> line.startsWith("used_memory:"))
                .mapToLong(line -> Long.parseLong(line.substring("used_memory:".length()).strip()))
                .findFirst()
                .orElseThrow();
    }
}
