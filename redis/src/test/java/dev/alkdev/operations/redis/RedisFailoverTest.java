package dev.alkdev.operations.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.TestRedis;

import io.lettuce.core.Range;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Another server takes over, by a sentinel or by hand. */
@Timeout(90)
class RedisFailoverTest {
    private static final Duration LATER = Duration.ofSeconds(40);

    /** How often each input was run. */
    private final Map<Integer, AtomicInteger> runs = new ConcurrentHashMap<>();

    private final OperationRegistry registry = OperationRegistry.create();

    RedisFailoverTest() {
        registry.register(
                OperationSpec.mutation("a.once").build(),
                (input, context) -> {
                    runs.computeIfAbsent(input.intValue(), n -> new AtomicInteger())
                            .incrementAndGet();
                    return input;
                });
    }

    private static Peer join(String url, OperationRegistry registry) {
        return Peer.over(
                RedisLink.to(url).prefix("failover").expiry(Duration.ofSeconds(2)).build(),
                registry);
    }

    @Test
    void afterASentinelsFailoverCallsWorkAgainAndNoMutationRunsTwice() {
        AtomicInteger next = new AtomicInteger();
        Set<Integer> answered = ConcurrentHashMap.newKeySet();
        AtomicBoolean ends = new AtomicBoolean();
        try (TestSentinel sentinel = TestSentinel.start();
                Peer one = join(sentinel.url(), registry);
                Peer two = join(sentinel.url(), registry);
                Peer caller = join(sentinel.url(), OperationRegistry.create())) {
            try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < 8; i++) {
                    callers.execute(() -> call(caller, next, answered, ends));
                }
                await().atMost(LATER).until(() -> answered.size() > 200);
                SocketAddress before = sentinel.masterAddress();

                sentinel.stopMaster();

                await().atMost(LATER).until(() -> !sentinel.masterAddress().equals(before));
                int then = answered.size();
                await().atMost(LATER).until(() -> answered.size() > then + 200);
                ends.set(true);
            }
            await().atMost(LATER).until(() -> one.isUp() && two.isUp());
        }
        assertThat(runs.values()).allMatch(count -> count.get() == 1);
        assertThat(runs.keySet()).containsAll(answered);
    }

    private static void call(
            Peer caller, AtomicInteger next, Set<Integer> answered, AtomicBoolean ends) {
        while (!ends.get()) {
            int number = next.incrementAndGet();
            try {
                caller.call("a.once", Json.parse(String.valueOf(number)));
                answered.add(number);
            } catch (CallException away) {
                assertThat(away.code()).isEqualTo("UNAVAILABLE");
                await().pollInterval(Duration.ofMillis(50))
                        .until(() -> caller.isUp() || ends.get());
            }
        }
    }

    @Test
    void aRequestThatAnotherServerHasHandedOverIsGivenBackAndNotRun() {
        String prefix = "{failover}:";
        try (TestRedis redis = TestRedis.start();
                RedisClient client = RedisClient.create(redis.ownUrl().toString());
                Peer worker = join(redis.ownUrl().toString(), registry);
                Peer caller = join(redis.ownUrl().toString(), OperationRegistry.create())) {
            RedisCommands<String, String> commands = client.connect().sync();
            caller.call("a.once", Json.parse("1"));
            String requests = commands.keys(prefix + "requests:*").getFirst();
            String inbox = prefix + "inbox:somebody";
            commands.xadd(inbox, Map.of("joined", "somebody"));
            commands.zadd(prefix + "members", Double.MAX_VALUE, "somebody");
            commands.incr(prefix + "version");

            commands.xadd(requests, request("somebody", "2", "another"));
            commands.xadd(requests, request("somebody", "3", null));

            await().atMost(LATER).until(() -> runs.containsKey(3));
            List<Map<String, String>> answers =
                    commands.xrange(inbox, Range.unbounded()).stream()
                            .map(message -> message.getBody())
                            .toList();
            assertThat(answers).anySatisfy(fields -> assertThat(fields).containsKey("unsent"));
            assertThat(runs).doesNotContainKey(2);
            assertThat(worker.isUp()).isTrue();
        }
    }

    private static Map<String, String> request(
            String caller, String input, @Nullable String server) {
        String id = UUID.randomUUID().toString();
        String event =
                """
                {"type": "call.requested", "id": "%s",
                 "payload": {"requestId": "%s", "operationId": "a.once", "input": %s}}\
                """
                        .formatted(id, id, input);
        return server == null
                ? Map.of("caller", caller, "request", id, "event", event)
                : Map.of("caller", caller, "request", id, "event", event, "server", server);
    }
}
