package dev.alkdev.operations.openapi;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Limits how many documents are imported at once. An import computes for seconds, needs many times
 * the memory of its text, and runs on a virtual thread, which nobody interrupts to let another one
 * run: hundreds of sources that start together would keep a hub from answering until the last is
 * done. Threads share it.
 */
final class ImportTurns {
    /** For all sources of the process, since it is its processors that are shared. */
    static final ImportTurns SHARED =
            new ImportTurns(
                    Math.max(1, Runtime.getRuntime().availableProcessors() / 2),
                    Duration.ofSeconds(30));

    private final Semaphore turns;
    private final Duration patience;

    ImportTurns(int turns, Duration patience) {
        this.turns = new Semaphore(turns, true);
        this.patience = patience;
    }

    /**
     * Imports when it is this one's turn, or without one after some time: an import may wait for
     * further documents from a server that does not answer, and must not hold up all others.
     */
    <T> T take(Supplier<T> step) {
        boolean taken = await();
        try {
            return step.get();
        } finally {
            if (taken) {
                turns.release();
            }
        }
    }

    private boolean await() {
        try {
            return turns.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            // Whoever is told to stop notices in the import itself, as without turns.
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
