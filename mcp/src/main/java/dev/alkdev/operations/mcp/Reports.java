package dev.alkdev.operations.mcp;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * Reports of a server in the course of a request that its caller has not received yet. The thread
 * that waits for the response passes them on, since the thread that reads for all callers must not
 * wait for one of them. A slow caller loses the oldest reports, and gets the latest progress only.
 * Threads may share it.
 */
final class Reports {
    private static final Logger LOG = LoggerFactory.getLogger(Reports.class);
    private static final int MAX_REPORTS = 256;
    private static final int MAX_PROGRESS = 16;

    private final Mutex lock = new Mutex();
    private final Deque<Report> waiting = new ArrayDeque<>(0);
    private int progress;
    private boolean closed;

    /**
     * A report.
     *
     * @param weight about how many bytes it takes
     */
    record Report(Runnable action, long weight, boolean isProgress) {}

    void add(Report report) {
        try (Registration held = lock.hold()) {
            if (closed) {
                return;
            }
            if (report.isProgress && progress == MAX_PROGRESS) {
                dropOldestProgress();
            }
            if (waiting.size() == MAX_REPORTS) {
                release(poll());
            }
            while (!ServerMemory.REPORTS.poll(report.weight)) {
                if (waiting.isEmpty()) {
                    return;
                }
                release(poll());
            }
            waiting.add(report);
            progress += report.isProgress ? 1 : 0;
        }
    }

    private void dropOldestProgress() {
        Iterator<Report> all = waiting.iterator();
        while (all.hasNext()) {
            Report next = all.next();
            if (next.isProgress) {
                all.remove();
                progress--;
                release(next);
                return;
            }
        }
    }

    private @Nullable Report poll() {
        Report next = waiting.poll();
        if (next != null && next.isProgress) {
            progress--;
        }
        return next;
    }

    private static void release(@Nullable Report report) {
        if (report != null) {
            ServerMemory.REPORTS.release(report.weight);
        }
    }

    /** Passes on all of them, in order. */
    void tell() {
        for (Report report = next(); report != null; report = next()) {
            try {
                report.action.run();
            } catch (RuntimeException e) {
                LOG.debug("Could not pass a notification of the server to the caller", e);
            } finally {
                release(report);
            }
        }
    }

    private @Nullable Report next() {
        try (Registration held = lock.hold()) {
            return poll();
        }
    }

    /** Drops all reports, and those that come later. */
    void close() {
        try (Registration held = lock.hold()) {
            closed = true;
            waiting.forEach(Reports::release);
            waiting.clear();
            progress = 0;
        }
    }
}
