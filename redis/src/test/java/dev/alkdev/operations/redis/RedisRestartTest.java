package dev.alkdev.operations.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LinkOperations;
import dev.alkdev.operations.testkit.TestRedis;

import io.lettuce.core.RedisClient;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

@Timeout(60)
class RedisRestartTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final JsonNode NOTHING = Json.parse("{}");

    private final LinkOperations operations = new LinkOperations();

    private static Peer join(URI url, OperationRegistry registry) {
        return Peer.over(
                RedisLink.to(url.toString()).prefix("restart").peer(Caller.trusted()).build(),
                registry);
    }

    private Peer worker(URI url) {
        OperationRegistry registry = OperationRegistry.create();
        operations.register(registry);
        return join(url, registry);
    }

    @Test
    void whatIsPendingFailsAndTheLinkHeals() throws Exception {
        OperationRegistry imported = OperationRegistry.create();
        try (TestRedis redis = TestRedis.start();
                Peer worker = worker(redis.ownUrl());
                Peer caller = join(redis.ownUrl(), imported);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            caller.importOperations();
            Future<JsonNode> pending =
                    threads.submit(() -> caller.call("test.wait", NOTHING).data());
            assertThat(operations.begun.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
            Subscription<JsonNode> stream =
                    caller.subscribe("test.count", Json.parse("{\"count\": 1000000}"));
            stream.next();

            redis.stop();
            assertThat(pending)
                    .failsWithin(SOON)
                    .withThrowableThat()
                    .havingCause()
                    .satisfies(
                            e -> assertThat(((CallException) e).code()).isEqualTo("UNAVAILABLE"));
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> stream.forEachRemaining(item -> {}))
                    .satisfies(e -> assertThat(e.code()).isEqualTo("UNAVAILABLE"));
            assertThat(operations.interrupted.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> caller.call("test.echo", NOTHING))
                    .satisfies(e -> assertThat(e.code()).isEqualTo("UNAVAILABLE"));
            assertThat(imported.find("test.echo")).isEmpty();

            redis.startAgain();
            // It may be listed before the worker is back.
            await().atMost(SOON)
                    .ignoreExceptionsInstanceOf(CallException.class)
                    .until(
                            () ->
                                    imported.execute("test.echo", Json.parse("7"))
                                            .data()
                                            .equals(Json.parse("7")));
            // What is left is the subscription to the changes of the others.
            await().atMost(SOON).until(() -> caller.requests().pendingCount() == 1);
        }
    }

    @Test
    void aLinkThatIsOpenedBeforeRedisRunsComesUpLater() {
        try (TestRedis redis = TestRedis.start()) {
            redis.stop();
            try (Peer worker = worker(redis.ownUrl());
                    Peer caller = join(redis.ownUrl(), OperationRegistry.create())) {
                assertThat(caller.isUp()).isFalse();
                redis.startAgain();
                await().atMost(SOON).until(() -> caller.isUp() && worker.isUp());
                assertThat(caller.call("test.echo", NOTHING).data()).isEqualTo(NOTHING);
            }
        }
    }

    @Test
    void theLinkSurvivesTheLossOfAllData() {
        try (TestRedis redis = TestRedis.start();
                Peer worker = worker(redis.ownUrl());
                Peer caller = join(redis.ownUrl(), OperationRegistry.create());
                RedisClient client = RedisClient.create(redis.ownUrl().toString())) {
            assertThat(caller.call("test.echo", NOTHING).data()).isEqualTo(NOTHING);
            client.connect().sync().flushall();
            await().atMost(SOON)
                    .ignoreExceptionsInstanceOf(CallException.class)
                    .until(() -> caller.call("test.echo", NOTHING).data().equals(NOTHING));
            assertThat(worker.isUp()).isTrue();
        }
    }
}
