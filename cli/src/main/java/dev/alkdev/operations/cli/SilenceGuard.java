package dev.alkdev.operations.cli;

import java.time.Duration;

/**
 * Does something once if nothing is heard for too long: a connection that just dies looks like one
 * on which nothing happens. Threads may share it.
 */
final class SilenceGuard implements AutoCloseable {
    private final Duration longest;
    private final Thread watcher;
    private volatile long last = System.nanoTime();
    private volatile boolean silent;

    private SilenceGuard(Duration longest, Runnable whenSilent) {
        this.longest = longest;
        this.watcher =
                Thread.ofVirtual()
                        .name("operations-silence-guard")
                        .unstarted(() -> watch(whenSilent));
    }

    static SilenceGuard start(Duration longest, Runnable whenSilent) {
        SilenceGuard guard = new SilenceGuard(longest, whenSilent);
        guard.watcher.start();
        return guard;
    }

    private void watch(Runnable whenSilent) {
        try {
            Duration left = longest;
            while (left.isPositive()) {
                Thread.sleep(left);
                left = longest.minusNanos(System.nanoTime() - last);
            }
            silent = true;
            whenSilent.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Something came. */
    void heard() {
        last = System.nanoTime();
    }

    /** Whether it was silent for too long. */
    boolean isSilent() {
        return silent;
    }

    @Override
    public void close() {
        watcher.interrupt();
    }
}
