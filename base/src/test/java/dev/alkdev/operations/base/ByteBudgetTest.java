package dev.alkdev.operations.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

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
    void whatExistsAlreadyIsCountedBeyondTheLimit() {
        ByteBudget budget = ByteBudget.of(100);
        budget.force(150);

        assertThat(budget.used()).isEqualTo(150);
        assertThat(budget.tryAcquire(1)).isFalse();
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
        assertThat(budget.tryAcquire(100)).isTrue();
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
    void aRequestForTooMuchDoesNotDisturbSmallOnes() throws Exception {
        ByteBudget budget = ByteBudget.of(100_000);
        AtomicBoolean over = new AtomicBoolean();
        List<Thread> greedy =
                Stream.of(budget, budget.bulk())
                        .map(each -> Thread.ofPlatform().start(() -> demand(each, 200_000, over)))
                        .toList();
        int refused = 0;
        for (int i = 0; i < 300_000; i++) {
            for (ByteBudget each : List.of(budget, budget.bulk())) {
                if (each.tryAcquire(10)) {
                    each.release(10);
                } else {
                    refused++;
                }
            }
        }
        over.set(true);
        for (Thread thread : greedy) {
            thread.join();
        }

        assertThat(refused).isZero();
        assertThat(budget.used()).isZero();
    }

    @Test
    void aRequestForWhichTheWholeHasNoRoomDoesNotDisturbOthersOfItsPart() throws Exception {
        ByteBudget budget = ByteBudget.of(100_000);
        assertThat(budget.tryAcquire(90_000)).isTrue();
        AtomicBoolean over = new AtomicBoolean();
        Thread greedy = Thread.ofPlatform().start(() -> demand(budget.bulk(), 70_000, over));
        int refused = 0;
        for (int i = 0; i < 300_000; i++) {
            if (budget.bulk().tryAcquire(9_000)) {
                budget.bulk().release(9_000);
            } else {
                refused++;
            }
        }
        over.set(true);
        greedy.join();

        assertThat(refused).isZero();
        assertThat(budget.used()).isEqualTo(90_000);
    }

    private static void demand(ByteBudget budget, long bytes, AtomicBoolean over) {
        while (!over.get()) {
            assertThat(budget.tryAcquire(bytes)).isFalse();
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
}
