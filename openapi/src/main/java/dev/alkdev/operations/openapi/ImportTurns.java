package dev.alkdev.operations.openapi;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
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
            new ImportTurns(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));

    private final Semaphore turns;
    private final Set<Thread> holders = ConcurrentHashMap.newKeySet();

    ImportTurns(int turns) {
        this.turns = new Semaphore(turns, true);
    }

    /**
     * Imports when it is this thread's turn.
     *
     * @throws DocumentException if the thread is interrupted before that
     */
    <T> T take(Supplier<T> step) {
        try {
            turns.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DocumentException("interrupted before the document was imported");
        }
        holders.add(Thread.currentThread());
        try {
            return step.get();
        } finally {
            holders.remove(Thread.currentThread());
            turns.release();
        }
    }

    /**
     * Gives the turn of this thread to another one, which is about to wait for a server.
     *
     * @return whether this thread had a turn, and has to {@link #resume}
     */
    boolean pause() {
        boolean held = holders.remove(Thread.currentThread());
        if (held) {
            turns.release();
        }
        return held;
    }

    /** Waits for a turn again; not for long, since no thread waits while it has one. */
    void resume() {
        turns.acquireUninterruptibly();
        holders.add(Thread.currentThread());
    }
}
