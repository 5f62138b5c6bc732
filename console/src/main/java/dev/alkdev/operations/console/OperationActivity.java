package dev.alkdev.operations.console;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * How often one operation was called in each minute of the last hour, how often that failed, and
 * how long it took. Threads share it.
 */
final class OperationActivity {
    static final int MINUTES = 60;
    private static final int ERRORS = LatencyCounts.STEPS;
    private static final int STREAMS = LatencyCounts.STEPS + 1;
    private static final int CELLS = LatencyCounts.STEPS + 2;

    private final String operation;
    private final AtomicReferenceArray<@Nullable Minute> minutes =
            new AtomicReferenceArray<>(MINUTES);
    private volatile String source;
    private volatile long last;

    /** What was counted in one minute. */
    private record Minute(long number, AtomicIntegerArray cells) {}

    OperationActivity(String operation, String source) {
        this.operation = operation;
        this.source = source;
    }

    String operation() {
        return operation;
    }

    String source() {
        return source;
    }

    /** The last minute in which it was called. */
    long last() {
        return last;
    }

    static long minute(long millis) {
        return TimeUnit.MILLISECONDS.toMinutes(millis);
    }

    /** Counts a call that has ended. */
    void count(RecordedCall call) {
        if (!source.equals(call.source())) {
            source = call.source();
        }
        Minute minute = at(minute(call.endedMillis()));
        // How long somebody reads a stream says nothing about the operation.
        minute.cells.incrementAndGet(call.isStream() ? STREAMS : LatencyCounts.step(call.micros()));
        if (call.isError()) {
            minute.cells.incrementAndGet(ERRORS);
        }
    }

    private Minute at(long number) {
        int index = (int) (number % MINUTES);
        Minute known = minutes.get(index);
        while (known == null || known.number != number) {
            Minute fresh = new Minute(number, new AtomicIntegerArray(CELLS));
            if (minutes.compareAndSet(index, known, fresh)) {
                last = number;
                return fresh;
            }
            known = minutes.get(index);
        }
        return known;
    }

    /** Adds what was counted in a minute to a sum. */
    void addTo(Sum sum, long number) {
        Minute minute = minutes.get((int) (number % MINUTES));
        if (minute == null || minute.number != number) {
            return;
        }
        for (int step = 0; step < LatencyCounts.STEPS; step++) {
            int count = minute.cells.get(step);
            if (count > 0) {
                sum.latencies.add(step, count);
            }
        }
        sum.streams += minute.cells.get(STREAMS);
        sum.errors += minute.cells.get(ERRORS);
    }

    /** What was counted in some minutes, of some operations. For one thread. */
    static final class Sum {
        private final LatencyCounts latencies = new LatencyCounts();
        private long streams;
        private long errors;

        LatencyCounts latencies() {
            return latencies;
        }

        long calls() {
            return latencies.total() + streams;
        }

        long errors() {
            return errors;
        }
    }
}
