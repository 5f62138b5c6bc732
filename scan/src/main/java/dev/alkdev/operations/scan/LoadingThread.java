package dev.alkdev.operations.scan;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Loads the classes of one file on a thread of its own, for a limited time. Static initializers and
 * constructors may block or compute forever; only their own file fails then.
 */
final class LoadingThread {
    private final Findings findings;
    private volatile @Nullable Error error;

    private LoadingThread(Findings findings) {
        this.findings = findings;
    }

    /**
     * Runs the loading and adds what it finds.
     *
     * @throws InterruptedIOException if the calling thread is interrupted
     */
    static void run(Findings findings, Duration limit, Consumer<Findings> loading)
            throws IOException {
        LoadingThread loaded = new LoadingThread(new Findings(findings.file()));
        // A class initializer pins a virtual thread, and a computing one occupies its carrier.
        Thread thread =
                Thread.ofPlatform()
                        .daemon()
                        .name("operations-scan " + findings.file())
                        .start(() -> loaded.load(loading));
        if (!loaded.join(thread, limit)) {
            findings.fail(
                    "",
                    "its classes were not loaded within "
                            + limit.toSeconds()
                            + " s: a static initializer or constructor does not return");
            return;
        }
        if (loaded.error != null) {
            throw loaded.error;
        }
        findings.addAll(loaded.findings);
    }

    private void load(Consumer<Findings> loading) {
        try {
            loading.accept(findings);
        } catch (Error e) {
            error = e;
        }
    }

    private boolean join(Thread thread, Duration limit) throws IOException {
        boolean ended = false;
        try {
            ended = thread.join(limit);
            return ended;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while classes were loaded");
        } finally {
            if (!ended) {
                thread.interrupt();
            }
        }
    }
}
