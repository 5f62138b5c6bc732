package dev.alkdev.operations.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.Deadlines;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.protocol.PeerImportOptions;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.HandDrivenClock;
import dev.alkdev.operations.testkit.TestRedis;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Progress of an operation of a worker extends the default time of its caller. */
@Timeout(60)
class RedisProgressTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration STEP = Duration.ofSeconds(30);
    private static final JsonNode INPUT = Json.parse("{}");

    private final HandDrivenClock clock = new HandDrivenClock();
    private final String prefix = "test-" + UUID.randomUUID();
    private final OperationRegistry front = OperationRegistry.builder().time(clock).build();
    private final OperationRegistry worker = OperationRegistry.builder().time(clock).build();
    private final Semaphore steps = new Semaphore(0);
    private final Semaphore heard = new Semaphore(0);
    private final Peer serving = Peer.over(link(), worker);
    private final Peer calling = Peer.over(link(), front);

    private RedisLink link() {
        return RedisLink.to(TestRedis.url().toString()).prefix(prefix).build();
    }

    @BeforeEach
    void offer() {
        worker.register(
                OperationSpec.query("far.work").build(),
                (input, context) -> {
                    context.progress(0, null, null);
                    for (int i = 1; i <= 3; i++) {
                        steps.acquire();
                        context.progress(i, 3.0, "step " + i);
                    }
                    steps.acquire();
                    return "done";
                });
        calling.keepImporting(PeerImportOptions.none());
        await().atMost(SOON).until(() -> front.isCallable("far.work"));
    }

    @AfterEach
    void close() {
        calling.close();
        serving.close();
    }

    private CompletableFuture<String> start() {
        CallBuilder call =
                Call.builder()
                        .deadline(Deadlines.after(STEP, clock))
                        .extendable(STEP, Deadlines.after(Duration.ofMinutes(10), clock))
                        .onProgress(progress -> heard.release());
        CompletableFuture<String> running =
                CompletableFuture.supplyAsync(
                        () -> front.execute(call.to("far.work", INPUT)).data().asString());
        await().atMost(SOON).until(heard::tryAcquire);
        return running;
    }

    @Test
    void extendsTheTimeOfTheCallAtBothEnds() throws Exception {
        CompletableFuture<String> running = start();
        for (int i = 0; i < 3; i++) {
            clock.advance(Duration.ofSeconds(25));
            steps.release();
            await().atMost(SOON).until(heard::tryAcquire);
        }
        steps.release();

        assertThat(running.get(30, TimeUnit.SECONDS)).isEqualTo("done");
    }

    @Test
    void silenceEndsTheCallAtBothEnds() {
        CompletableFuture<String> running = start();
        clock.advance(Duration.ofSeconds(25));
        steps.release();
        await().atMost(SOON).until(heard::tryAcquire);
        clock.advance(STEP);

        assertThatThrownBy(() -> running.get(30, TimeUnit.SECONDS)).hasMessageContaining("TIMEOUT");
        await().atMost(SOON).until(() -> serving.handler().activeCount() <= 1);
    }
}
