package dev.alkdev.operations.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A line on a terminal that shows that something takes its time. It appears only when it does, and
 * is gone afterwards.
 */
final class Progress implements AutoCloseable {
    private static final Duration USUAL_PATIENCE = Duration.ofMillis(400);
    private static final String CLEAR = "\r\u001b[K";

    private final PrintStream err;
    private final String what;
    private final Duration patience;
    private final long start = System.nanoTime();
    private final ExecutorService ticker =
            Executors.newThreadPerTaskExecutor(
                    Thread.ofVirtual().name("operations-progress").factory());

    /**
     * Starts to watch; nothing is shown without a terminal.
     *
     * @param patience after which the line appears, and between its changes
     */
    Progress(Console console, String what, Duration patience) {
        this.err = console.err;
        this.what = what;
        this.patience = patience;
        if (console.screen.err() && !console.isJson()) {
            ticker.execute(this::tick);
        }
    }

    static Progress start(Console console, String what) {
        return new Progress(console, what, USUAL_PATIENCE);
    }

    private void tick() {
        boolean shown = false;
        try {
            while (true) {
                Thread.sleep(patience);
                shown = true;
                long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
                err.print(CLEAR + what + " … " + seconds + " s");
                err.flush();
            }
        } catch (InterruptedException e) {
            if (shown) {
                err.print(CLEAR);
                err.flush();
            }
        }
    }

    /** Waits until the line is gone, interrupted or not. */
    @Override
    public void close() {
        ticker.shutdownNow();
        ticker.close();
    }
}
