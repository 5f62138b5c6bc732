package dev.alkdev.operations.console;

import dev.alkdev.operations.CallObserver;
import dev.alkdev.operations.ObservedCall;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The last calls of a registry, which it observes, and what was counted of each operation in the
 * last hour. Both are bounded; nobody who calls waits for anybody. Threads share it.
 */
public final class Activity implements CallObserver {
    /** Of how many operations calls are counted; those that were called longest ago go first. */
    static final int MOST_OPERATIONS = 300;

    private static final long NANOS = 1_000_000;

    /** By how much clocks may differ without being set, in milliseconds. */
    private static final long CLOCK_STEP = 100;

    private static final CallObserver.Observation IGNORED = outcome -> {};

    /** What peers ask each other about operations. */
    private static final String INTERNAL = "services.";

    /** How far behind a writer may be whose place was taken but not filled yet. */
    private static final int PATIENCE = 64;

    private final AtomicReferenceArray<@Nullable RecordedCall> ring;
    private final AtomicLong next = new AtomicLong();
    private final ConcurrentMap<String, OperationActivity> operations = new ConcurrentHashMap<>();
    private final ReentrantLock forgetting = new ReentrantLock();
    private volatile boolean inputs;

    /** From the clock of the process to that of the machine, which may be set. */
    private volatile long offset;

    /**
     * An activity that has seen nothing.
     *
     * @param capacity how many calls are kept
     * @param inputs whether with their inputs
     */
    public Activity(int capacity, boolean inputs) {
        this.ring = new AtomicReferenceArray<>(capacity);
        this.inputs = inputs;
        lookAtClock();
    }

    private void lookAtClock() {
        long now = System.currentTimeMillis() - System.nanoTime() / NANOS;
        if (Math.abs(now - offset) > CLOCK_STEP) {
            offset = now;
        }
    }

    /** When something was, in milliseconds since 1970: without asking the machine for each call. */
    long millis(long nanos) {
        return nanos / NANOS + offset;
    }

    /** Whether inputs of calls that begin from now on are kept. */
    public void keepInputs(boolean inputs) {
        this.inputs = inputs;
    }

    @Override
    public CallObserver.Observation begin(ObservedCall observed) {
        if (ring.length() == 0 || observed.call().operationId().startsWith(INTERNAL)) {
            return IGNORED;
        }
        RecordedCall call = new RecordedCall(this, observed, inputs);
        if (observed.isStream()) {
            // It may stay for hours, and is to be seen meanwhile.
            call.describe(observed.call());
            publish(call);
        }
        return call;
    }

    private void publish(RecordedCall call) {
        long place = next.getAndIncrement();
        call.placed(place);
        ring.set((int) (place % ring.length()), call);
    }

    void ended(RecordedCall call) {
        publish(call);
        if (call.access() != null) {
            OperationActivity known = operations.get(call.operation());
            (known == null ? counted(call) : known).count(call);
        }
    }

    private OperationActivity counted(RecordedCall call) {
        if (operations.size() >= MOST_OPERATIONS) {
            forgetOldest();
        }
        return operations.computeIfAbsent(
                call.operation(), id -> new OperationActivity(id, call.source()));
    }

    /** A tenth at once, so that not each new operation looks at all. */
    private void forgetOldest() {
        if (!forgetting.tryLock()) {
            return;
        }
        try {
            operations.values().stream()
                    .sorted(Comparator.comparingLong(OperationActivity::last))
                    .limit(MOST_OPERATIONS / 10)
                    .map(OperationActivity::operation)
                    .toList()
                    .forEach(operations::remove);
        } finally {
            forgetting.unlock();
        }
    }

    /** How many calls are kept. */
    public int capacity() {
        return ring.length();
    }

    /** The place of the next call. */
    long next() {
        return next.get();
    }

    /** How many are not kept any longer. */
    long dropped() {
        return Math.max(0, next.get() - ring.length());
    }

    /** What was counted of each operation. */
    Collection<OperationActivity> operations() {
        return operations.values();
    }

    /** All calls that are kept, the newest first. */
    List<RecordedCall> calls() {
        lookAtClock();
        List<RecordedCall> calls = new ArrayList<>();
        for (int i = 0; i < ring.length(); i++) {
            RecordedCall call = ring.get(i);
            // A stream has two places, of which the later one counts.
            if (call != null && call.sequence() % ring.length() == i) {
                calls.add(call);
            }
        }
        calls.sort(Comparator.comparingLong(RecordedCall::sequence).reversed());
        return calls;
    }

    /**
     * Reads the calls since then, the oldest first.
     *
     * @param from the place to begin at
     * @return the place after the last one that was read
     */
    long read(long from, List<RecordedCall> into, int most) {
        lookAtClock();
        long end = next.get();
        long place = Math.max(from, end - ring.length());
        while (place < end && into.size() < most) {
            RecordedCall call = ring.get((int) (place % ring.length()));
            if (call == null || call.sequence() < place) {
                if (end - place < PATIENCE) {
                    return place;
                }
            } else if (call.sequence() == place) {
                into.add(call);
            }
            place++;
        }
        return place;
    }

    /**
     * How often one operation was called in each minute of the last hour, how often that failed,
     * and how long it took. Threads share it.
     */
    static final class OperationActivity {
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
         * What was counted in some minutes, of some operations. How long calls took is counted in
         * steps of a quarter of a doubling from 16 µs to 16 s, so that a percentile is off by an
         * eighth at most. For one thread.
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
                return step == STEPS - 1
                        ? 1L << MOST_BITS
                        : (4 + (step - 1) % 4) * width + width / 2;
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
}
