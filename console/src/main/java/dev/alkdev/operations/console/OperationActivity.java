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
    private static final int ERRORS = Sum.STEPS;
    private static final int STREAMS = Sum.STEPS + 1;
    private static final int CELLS = Sum.STEPS + 2;

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
        minute.cells.incrementAndGet(call.isStream() ? STREAMS : Sum.step(call.micros()));
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
        for (int step = 0; step < Sum.STEPS; step++) {
            int count = minute.cells.get(step);
            if (count > 0) {
                sum.add(step, count);
            }
        }
        sum.streams += minute.cells.get(STREAMS);
        sum.errors += minute.cells.get(ERRORS);
    }

    /**
     * What was counted in some minutes, of some operations. How long calls took is counted in steps
     * of a quarter of a doubling from 16 µs to 16 s, so that a percentile is off by an eighth at
     * most. For one thread.
     */
    static final class Sum {
        private static final int LEAST_BITS = 4;
        private static final int MOST_BITS = 24;

        /** How many steps there are, with those of everything below and above. */
        static final int STEPS = (MOST_BITS - LEAST_BITS) * 4 + 2;

        private final long[] counts = new long[STEPS];
        private long timed;
        private long streams;
        private long errors;

        /** The step of a time. */
        static int step(long micros) {
            int bits = Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(1, micros));
            if (bits < LEAST_BITS) {
                return 0;
            }
            return bits >= MOST_BITS
                    ? STEPS - 1
                    : 1 + (bits - LEAST_BITS) * 4 + (int) ((micros >> (bits - 2)) & 3);
        }

        /** The time in the middle of a step, in microseconds. */
        private static long micros(int step) {
            if (step == 0) {
                return 1 << (LEAST_BITS - 1);
            }
            int bits = LEAST_BITS + (step - 1) / 4;
            long width = 1L << (bits - 2);
            return step == STEPS - 1 ? 1L << MOST_BITS : (4 + (step - 1) % 4) * width + width / 2;
        }

        void add(int step, long count) {
            counts[step] += count;
            timed += count;
        }

        long calls() {
            return timed + streams;
        }

        /** The calls whose time was counted: all but streams. */
        long timed() {
            return timed;
        }

        long errors() {
            return errors;
        }

        /** The time that this share of them did not exceed, in milliseconds. */
        double percentile(double share) {
            long wanted = (long) Math.ceil(timed * share);
            long seen = 0;
            int step = 0;
            while (step < STEPS - 1 && seen + counts[step] < wanted) {
                seen += counts[step];
                step++;
            }
            return micros(step) / 1_000.0;
        }
    }
}
