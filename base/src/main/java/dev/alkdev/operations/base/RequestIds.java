package dev.alkdev.operations.base;

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
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final long HIGH = RANDOM.nextLong();
    private static final long LOW = RANDOM.nextLong();
    private static final AtomicLong COUNT = new AtomicLong();

    private RequestIds() {}

    /** With the version and the variant that RFC 9562 gives to random ones. */
    public static String next() {
        long step = COUNT.incrementAndGet() * GOLDEN;
        long first = (mix(HIGH + step) & ~0xF000L) | 0x4000L;
        long second = (mix(LOW ^ step) & ~(0b11L << 62)) | (0b10L << 62);
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
