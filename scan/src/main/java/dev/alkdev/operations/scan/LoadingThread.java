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
    private volatile @Nullable Throwable failure;

    private LoadingThread(Findings findings) {
        this.findings = findings;
    }

    /**
     * Runs the loading and adds what it finds.
     *
     * @throws IllegalStateException if the loading failed
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
        switch (loaded.failure) {
            case null -> findings.addAll(loaded.findings);
            case Error error -> throw error;
            case Throwable failure ->
                    throw new IllegalStateException(
                            "the classes of " + findings.file() + " were not loaded", failure);
        }
    }

    private void load(Consumer<Findings> loading) {
        try {
            loading.accept(findings);
        } catch (RuntimeException | Error e) {
            failure = e;
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
