package dev.alkdev.operations.mcp;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Reports of a server in the course of a request that its caller has not received yet. The thread
 * that waits for the answer tells it: one that reads for all callers must not wait for one of them.
 * Of a caller that is too slow the eldest are dropped. Threads may share it.
 */
final class Reports {
    private static final Logger LOG = LoggerFactory.getLogger(Reports.class);
    private static final int MOST = 256;

    private final Mutex lock = new Mutex();
    private final Queue<Runnable> waiting = new ArrayDeque<>(0);

    void add(Runnable report) {
        try (Registration held = lock.hold()) {
            if (waiting.size() == MOST) {
                waiting.remove();
            }
            waiting.add(report);
        }
    }

    /** Passes on all of them, in order. */
    void tell() {
        for (Runnable report = next(); report != null; report = next()) {
            try {
                report.run();
            } catch (RuntimeException e) {
                LOG.debug("Could not pass a notification of the server to the caller", e);
            }
        }
    }

    private @Nullable Runnable next() {
        try (Registration held = lock.hold()) {
            return waiting.poll();
        }
    }
}
