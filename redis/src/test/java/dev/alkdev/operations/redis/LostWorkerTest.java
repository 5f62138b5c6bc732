package dev.alkdev.operations.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.TestRedis;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * One worker has taken a call of each kind and is killed; another one offers the same. Then that is
 * killed, too.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
class LostWorkerTest {
    private static final Duration SOON = Duration.ofSeconds(90);

    private final String prefix = "test-" + UUID.randomUUID();
    private final Peer caller =
            Peer.over(
                    RedisLink.to(TestRedis.url().toString())
                            .prefix(prefix)
                            .expiry(WorkerProcess.EXPIRY)
                            .build(),
                    OperationRegistry.create());
    private WorkerProcess stuck;
    private WorkerProcess able;
    private CompletableFuture<JsonNode> query;
    private CompletableFuture<JsonNode> mutation;
    private CompletableFuture<JsonNode> idempotent;
    private Subscription<JsonNode> subscription;

    @BeforeAll
    void killAWorker() {
        stuck = WorkerProcess.startStuck(prefix);
        await().atMost(SOON).until(stuck::isUp);
        query = call("work.read");
        mutation = call("work.write");
        idempotent = call("work.put");
        subscription = caller.subscribe("work.watch", Json.parse("{}"));
        assertThat(subscription.next().data()).isEqualTo(Json.parse("\"stuck\""));
        await().atMost(SOON).until(() -> stuck.output().size() == 5);
        able = WorkerProcess.start(prefix, "able");
        await().atMost(SOON).until(able::isUp);
        stuck.kill();
    }

    @AfterAll
    void close() {
        subscription.close();
        caller.close();
        stuck.close();
        able.close();
    }

    private CompletableFuture<JsonNode> call(String operationId) {
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        Thread.startVirtualThread(
                () -> {
                    try {
                        answer.complete(caller.call(operationId, Json.parse("{}")).data());
                    } catch (CallException e) {
                        answer.completeExceptionally(e);
                    }
                });
        return answer;
    }

    @Test
    void itsQueryIsTakenOverByAnother() throws Exception {
        assertThat(query.get(10, TimeUnit.SECONDS)).isEqualTo(Json.parse("\"able\""));
    }

    @Test
    void itsIdempotentMutationIsTakenOverByAnother() throws Exception {
        assertThat(idempotent.get(10, TimeUnit.SECONDS)).isEqualTo(Json.parse("\"able\""));
    }

    @Test
    void itsMutationFailsAndIsNotRepeated() {
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> mutation.get(10, TimeUnit.SECONDS))
                .havingCause()
                .isInstanceOf(CallException.class)
                .satisfies(e -> assertThat(((CallException) e).code()).isEqualTo("UNAVAILABLE"))
                .withMessage("the worker was lost while it ran work.write");
        assertThat(able.output()).noneMatch(line -> line.startsWith("work.write"));
    }

    @Test
    void itsSubscriptionFails() {
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(() -> subscription.next())
                .satisfies(e -> assertThat(e.code()).isEqualTo("UNAVAILABLE"))
                .withMessage("the worker was lost while it ran work.watch");
    }

    @Test
    void withoutAnyWorkerLeftACallFailsAtOnce() {
        String alone = "test-" + UUID.randomUUID();
        try (Peer lonely =
                        Peer.over(
                                RedisLink.to(TestRedis.url().toString())
                                        .prefix(alone)
                                        .expiry(WorkerProcess.EXPIRY)
                                        .build(),
                                OperationRegistry.create());
                WorkerProcess worker = WorkerProcess.start(alone, "only")) {
            await().atMost(SOON).until(worker::isUp);
            assertThat(lonely.call("work.read", Json.parse("1")).data())
                    .isEqualTo(Json.parse("\"only\""));
            worker.kill();
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> lonely.call("work.read", Json.parse("2")))
                    .satisfies(e -> assertThat(e.code()).isEqualTo("UNAVAILABLE"))
                    .withMessage("no worker that offers work.read is left");
        }
    }
}
