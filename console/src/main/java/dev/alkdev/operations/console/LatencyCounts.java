package dev.alkdev.operations.console;

/**
 * Counts of how long calls took, in steps of a quarter of a doubling from 16 µs to 16 s, so that a
 * percentile is off by an eighth at most. For one thread.
 */
final class LatencyCounts {
    private static final int LEAST_BITS = 4;
    private static final int MOST_BITS = 24;

    /** How many steps there are, with those of everything below and above. */
    static final int STEPS = (MOST_BITS - LEAST_BITS) * 4 + 2;

    private final long[] counts = new long[STEPS];
    private long total;

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
        total += count;
    }

    long total() {
        return total;
    }

    /** The time that this share of the calls did not exceed, in milliseconds. */
    double percentile(double share) {
        long wanted = (long) Math.ceil(total * share);
        long seen = 0;
        int step = 0;
        while (step < STEPS - 1 && seen + counts[step] < wanted) {
            seen += counts[step];
            step++;
        }
        return micros(step) / 1_000.0;
    }
}
