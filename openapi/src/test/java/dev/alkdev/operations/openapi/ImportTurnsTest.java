package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

class ImportTurnsTest {
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    @Test
    void noMoreThanTheGivenNumberRunAtOnce() throws InterruptedException {
        ImportTurns turns = new ImportTurns(2, Duration.ofMinutes(1));
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            threads.add(Thread.startVirtualThread(() -> turns.take(this::step)));
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(most.get()).isBetween(1, 2);
        assertThat(running.get()).isZero();
    }

    private int step() {
        most.accumulateAndGet(running.incrementAndGet(), Math::max);
        Thread.yield();
        return running.decrementAndGet();
    }

    @Test
    void oneThatWaitsForSomethingHoldsUpTheOthersOnlyForAWhile() throws InterruptedException {
        ImportTurns turns = new ImportTurns(1, Duration.ofMillis(50));
        CountDownLatch answer = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        Thread slow =
                Thread.startVirtualThread(
                        () ->
                                turns.take(
                                        () -> {
                                            begun.countDown();
                                            return await(answer);
                                        }));
        begun.await();

        assertThat(turns.<String>take(() -> "imported")).isEqualTo("imported");
        assertThat(slow.isAlive()).isTrue();
        answer.countDown();
        slow.join();
    }

    private static boolean await(CountDownLatch latch) {
        try {
            latch.await();
            return true;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aTurnIsGivenBackByAnImportThatFails() {
        ImportTurns turns = new ImportTurns(1, Duration.ofHours(1));
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(
                            () ->
                                    turns.take(
                                            () -> {
                                                throw new DocumentException("broken");
                                            }))
                    .hasMessage("broken");
        }
    }
}
