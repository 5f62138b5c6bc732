package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.NOTHING;
import static dev.alkdev.operations.Calls.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

@Timeout(60)
class ByteBudgetTest {
    @Test
    void bytesAreTakenWhileThereIsRoomAndCanBeGivenBack() {
        ByteBudget budget = ByteBudget.of(100);

        assertThat(budget.tryAcquire(60)).isTrue();
        assertThat(budget.tryAcquire(60)).isFalse();
        assertThat(budget.used()).isEqualTo(60);
        assertThat(budget.refused()).isEqualTo(1);
        budget.release(60);
        assertThat(budget.tryAcquire(100)).isTrue();
    }

    @Test
    void whatHasNoRoomIsRefusedAsOverloaded() {
        ByteBudget budget = ByteBudget.of(100);
        budget.force(150);

        assertThatThrownBy(() -> budget.require(1))
                .isInstanceOfSatisfying(
                        CallException.class,
                        e -> {
                            assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED);
                            assertThat(e.retryable()).isTrue();
                            assertThat(e.details().orElseThrow().path("retryAfter").intValue())
                                    .isEqualTo(1);
                        });
    }

    @Test
    void bulkLeavesAQuarterToOthers() {
        ByteBudget budget = ByteBudget.of(100);
        ByteBudget bulk = budget.bulk();

        assertThat(bulk.tryAcquire(76)).isFalse();
        assertThat(bulk.tryAcquire(75)).isTrue();
        assertThat(bulk.bulk()).isSameAs(bulk).isSameAs(budget.bulk());
        assertThat(budget.tryAcquire(25)).isTrue();
        assertThat(budget.used()).isEqualTo(100);
        bulk.release(75);
        budget.release(25);
        assertThat(List.of(bulk.used(), budget.used())).containsOnly(0L);
    }

    @Test
    void whoCanWaitGetsTheRoomThatOthersMake() throws Exception {
        ByteBudget budget = ByteBudget.of(100);
        budget.require(100);
        CompletableFuture<Boolean> waiting =
                CompletableFuture.supplyAsync(() -> acquire(budget.bulk(), 40));

        assertThat(budget.acquire(1, Duration.ofMillis(20))).isFalse();
        assertThat(waiting).isNotDone();
        budget.release(50);

        assertThat(waiting.get()).isTrue();
        assertThat(budget.used()).isEqualTo(90);
    }

    private static boolean acquire(ByteBudget budget, long bytes) {
        try {
            return budget.acquire(bytes, Duration.ofSeconds(30));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void nothingIsLostAmongManyThreads() throws Exception {
        ByteBudget budget = ByteBudget.of(64);
        ByteBudget bulk = budget.bulk();
        AtomicInteger done = new AtomicInteger();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 200; i++) {
                ByteBudget own = i % 2 == 0 ? budget : bulk;
                threads.execute(
                        () -> {
                            for (int n = 1; n <= 20; n++) {
                                if (acquire(own, n)) {
                                    done.incrementAndGet();
                                    own.release(n);
                                }
                            }
                        });
            }
        }

        assertThat(done).hasValue(4_000);
        assertThat(budget.used()).isZero();
        assertThat(bulk.used()).isZero();
    }

    @Test
    void unlimitedRefusesNothing() throws Exception {
        ByteBudget budget = ByteBudget.unlimited();

        assertThat(budget.tryAcquire(Long.MAX_VALUE)).isTrue();
        assertThat(budget.bulk().acquire(Long.MAX_VALUE, Duration.ZERO)).isTrue();
        assertThat(budget.used()).isZero();
    }

    @Test
    void treesWeighAboutWhatTheyTake() {
        String small = "[" + "[],".repeat(999) + "[]]";

        assertThat(JsonWeight.of(Json.parse(small))).isBetween(60_000L, 100_000L);
        assertThat(JsonWeight.ofText(small.getBytes(StandardCharsets.UTF_8)))
                .isBetween(60_000L, 120_000L);
        assertThat(JsonWeight.of(Json.parse("\"" + "x".repeat(5_000) + "\"")))
                .isBetween(5_000L, 5_100L);
        assertThat(JsonWeight.of(Json.parse("{\"a\":{\"b\":[1,true,null,2.5]}}")))
                .isBetween(200L, 600L);
    }

    @Test
    void streamsThatNobodyReadsKeepTheBulkOfTheBudgetAndOneItemEachAtMost() {
        ByteBudget budget = ByteBudget.of(200_000);
        OperationRegistry registry = OperationRegistry.builder().byteBudget(budget).build();
        AtomicInteger made = new AtomicInteger();
        registry.register(subscription("a.watch"), endless(made));
        List<Subscription<JsonNode>> unread = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            unread.add(registry.subscribe("a.watch", NOTHING));
        }

        await().until(() -> budget.used() > 140_000);
        try (Subscription<JsonNode> read = registry.subscribe("a.watch", NOTHING)) {
            for (int i = 0; i < 2_000; i++) {
                assertThat(read.next().data().stringValue()).hasSize(1_000);
            }
        }
        assertThat(budget.used()).isLessThan(150_000 + 21 * 1_100);
        assertThat(made.get()).isLessThan(2_000 + 300);

        unread.forEach(Subscription::close);
        assertThat(budget.used()).isZero();
    }

    @Test
    void oneStreamKeepsAFewMegabytesAtMost() {
        OperationRegistry registry = OperationRegistry.create();
        AtomicInteger made = new AtomicInteger();
        registry.register(
                subscription("a.watch"),
                (input, context, emitter) -> {
                    while (true) {
                        emitter.emit("x".repeat(1 << 20));
                        made.incrementAndGet();
                    }
                });

        try (Subscription<JsonNode> read = registry.subscribe("a.watch", NOTHING)) {
            await().until(() -> made.get() == 3);
            for (int i = 0; i < 20; i++) {
                read.next();
            }
            await().until(() -> made.get() == 23);
        }
    }

    private static StreamHandler endless(AtomicInteger made) {
        return (input, context, emitter) -> {
            while (true) {
                emitter.emit("x".repeat(1_000));
                made.incrementAndGet();
            }
        };
    }
}
