package dev.alkdev.operations.cli;

import java.io.PrintStream;
import java.time.Duration;

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
    private final Thread ticker;
    private final long start = System.nanoTime();

    private Progress(PrintStream err, String what, Duration patience) {
        this.err = err;
        this.what = what;
        this.patience = patience;
        this.ticker = Thread.ofVirtual().name("operations-progress").unstarted(this::tick);
    }

    /** Starts to watch; nothing is shown without a terminal. */
    static Progress start(Console console, String what) {
        return start(console, what, USUAL_PATIENCE);
    }

    /**
     * Starts to watch.
     *
     * @param patience after which the line appears, and between its changes
     */
    static Progress start(Console console, String what, Duration patience) {
        Progress progress = new Progress(console.err(), what, patience);
        if (console.errIsTerminal() && !console.isJson()) {
            progress.ticker.start();
        }
        return progress;
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

    @Override
    public void close() {
        ticker.interrupt();
        if (ticker.getState() != Thread.State.NEW) {
            boolean interrupted = Thread.interrupted();
            try {
                ticker.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
