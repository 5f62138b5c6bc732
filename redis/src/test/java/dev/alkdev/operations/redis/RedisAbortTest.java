package dev.alkdev.operations.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.testkit.TestRedis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.XAddArgs;
import io.lettuce.core.api.sync.RedisCommands;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Requests that end while they are sent, on their way, or taken. */
@Timeout(120)
class RedisAbortTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    private final String prefix = "test-" + UUID.randomUUID();
    private final TestRedis server = TestRedis.startWith("maxmemory 200mb");
    private final RedisClient client = RedisClient.create(server.ownUrl().toString());
    private final RedisCommands<String, String> redis = client.connect().sync();
    private final RedisLink worker = link();
    private final RedisLink caller = link();
    private final Queue<String> begun = new ConcurrentLinkedQueue<>();
    private final Peer serving = Peer.over(worker, registry());
    private final Peer calling = Peer.over(caller, OperationRegistry.create());

    private RedisLink link() {
        return RedisLink.to(server.ownUrl().toString()).prefix(prefix).build();
    }

    private OperationRegistry registry() {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(
                OperationSpec.mutation("a.write").build(),
                (input, context) -> {
                    begun.add(context.requestId());
                    Thread.sleep(input.path("millis").asInt());
                    return "done";
                });
        return registry;
    }

    @AfterEach
    void close() {
        calling.close();
        serving.close();
        client.shutdown();
        server.close();
    }

    private String key(String name) {
        return "{" + prefix + "}:" + name;
    }

    private String id(RedisLink link) {
        await().atMost(SOON).until(() -> link.session() != null);
        return link.session().id();
    }

    private static String event(String type, String payload) {
        return "{\"type\":\"call."
                + type
                + "\",\"id\":\"early\",\"payload\":{\"requestId\":\"early\""
                + payload
                + "}}";
    }

    @Test
    void aRequestWhoseAbortIsReadFirstDoesNotRun() {
        String inbox = key("inbox:" + id(worker));
        String entry = "99999999999999-1";
        redis.xadd(inbox, "from", id(caller), "entry", entry, "0", event("aborted", ""));
        redis.xadd(inbox, "from", "a marker");
        // What was read is removed, but for the last.
        await().atMost(SOON).until(() -> redis.xlen(inbox) == 1);
        await().atMost(SOON).until(() -> calling.operations().size() == 1);
        String requests = redis.keys(key("requests:*")).getFirst();
        String request = event("requested", ",\"operationId\":\"a.write\",\"input\":{}");

        for (String id : List.of(entry, "99999999999999-2")) {
            redis.xadd(
                    requests,
                    new XAddArgs().id(id),
                    Map.of("caller", id(caller), "request", "early", "event", request));
            await().atMost(SOON).until(() -> redis.xlen(requests) == 0);
            boolean second = !id.equals(entry);
            assertThat(begun).as("a later request may have the same id").hasSize(second ? 1 : 0);
        }
        await().atMost(SOON).until(() -> serving.handler().activeCount() == 0);
    }

    @Test
    void abortsAtAnyMomentLeaveNothingBehind() throws Exception {
        calling.call("a.write", Map.of());
        begun.clear();
        Random random = new Random(42);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> calls = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                Cancellation cancellation = Cancellation.create();
                Call call =
                        Call.builder()
                                .cancellation(cancellation)
                                .timeout(Duration.ofMinutes(10))
                                .to("a.write", Map.of("millis", 600_000));
                calls.add(threads.submit(() -> failure(call)));
                long nanos = random.nextInt(5_000_000);
                threads.submit(
                        () -> {
                            TimeUnit.NANOSECONDS.sleep(nanos);
                            cancellation.cancel();
                            return null;
                        });
            }
            for (Future<?> each : calls) {
                assertThat(each.get(60, TimeUnit.SECONDS)).isEqualTo(ErrorCode.ABORTED);
            }
        }
        await().atMost(SOON).until(() -> serving.handler().activeCount() == 0);
        assertThat(caller.session().calls().busyOfferings()).isEmpty();
        String requests = redis.keys(key("requests:*")).getFirst();
        await().atMost(SOON).until(() -> redis.xlen(requests) == 0);
    }

    private String failure(Call call) {
        return catchThrowableOfType(CallException.class, () -> calling.call(call)).code();
    }

    @Test
    void aServerThatTakesNothingKeepsNoCallerBeyondItsDeadline() throws Exception {
        calling.call("a.write", Map.of());
        redis.clientPause(4_000);
        String large = "x".repeat(1_000_000);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Long>> calls = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                String text = large + ThreadLocalRandom.current().nextInt();
                calls.add(
                        threads.submit(
                                () -> {
                                    long begin = System.nanoTime();
                                    Call call =
                                            Call.builder()
                                                    .timeout(Duration.ofMillis(200))
                                                    .to("a.write", Map.of("text", text));
                                    assertThat(failure(call)).isEqualTo(ErrorCode.TIMEOUT);
                                    return System.nanoTime() - begin;
                                }));
            }
            for (Future<Long> each : calls) {
                assertThat(Duration.ofNanos(each.get())).isLessThan(Duration.ofMillis(2_500));
            }
        }
        await().atMost(SOON).until(() -> serving.handler().activeCount() == 0);
        assertThat(caller.session().calls().busyOfferings()).isEmpty();
    }
}
