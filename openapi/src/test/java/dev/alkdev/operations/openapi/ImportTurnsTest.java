package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

class ImportTurnsTest {
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    @Test
    void noMoreThanTheGivenNumberRunAtOnce() throws InterruptedException {
        ImportTurns turns = new ImportTurns(2);
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
        LockSupport.parkNanos(1_000);
        return running.decrementAndGet();
    }

    @Test
    void oneThatWaitsForAServerLetsTheOthersGoOn() throws InterruptedException {
        ImportTurns turns = new ImportTurns(1);
        CountDownLatch answer = new CountDownLatch(1);
        CountDownLatch paused = new CountDownLatch(1);
        Thread slow =
                Thread.startVirtualThread(
                        () ->
                                turns.take(
                                        () -> {
                                            assertThat(turns.pause()).isTrue();
                                            paused.countDown();
                                            await(answer);
                                            turns.resume();
                                            return step();
                                        }));
        paused.await();

        assertThat(turns.<String>take(() -> "imported")).isEqualTo("imported");
        assertThat(slow.isAlive()).isTrue();
        answer.countDown();
        slow.join();
        assertThat(turns.<String>take(() -> "another")).isEqualTo("another");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whoHasNoTurnHasNoneToGiveAway() {
        assertThat(new ImportTurns(1).pause()).isFalse();
    }

    @Test
    void whoIsInterruptedBeforeItsTurnImportsNothing() {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> new ImportTurns(1).take(() -> "imported"))
                    .isInstanceOf(DocumentException.class)
                    .hasMessage("interrupted before the document was imported");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void aTurnIsGivenBackByAnImportThatFails() {
        ImportTurns turns = new ImportTurns(1);
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
