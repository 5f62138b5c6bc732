package dev.alkdev.operations.http;

import java.time.Duration;

/**
 * How far a request may go. Immutable; threads may share it.
 *
 * @param maxBodyBytes the largest body of a request
 * @param maxBatch the most calls in one batch
 * @param batchConcurrency how many calls of one batch run at once
 * @param defaultTimeout of a call that asks for no other
 * @param maxTimeout the longest a call may ask for
 * @param heartbeat how often a silent event stream shows that it is alive
 * @param maxStreamsPerCaller the most event streams one caller may have open
 */
public record RestLimits(
        int maxBodyBytes,
        int maxBatch,
        int batchConcurrency,
        Duration defaultTimeout,
        Duration maxTimeout,
        Duration heartbeat,
        int maxStreamsPerCaller) {
    private static final RestLimits DEFAULTS =
            new RestLimits(
                    4 * 1024 * 1024,
                    100,
                    16,
                    Duration.ofSeconds(30),
                    Duration.ofMinutes(5),
                    Duration.ofSeconds(10),
                    100);

    public RestLimits {
        atLeastOne("maxBodyBytes", maxBodyBytes);
        if (maxBodyBytes == Integer.MAX_VALUE) {
            throw new IllegalArgumentException("maxBodyBytes should be below 2^31 - 1");
        }
        atLeastOne("maxBatch", maxBatch);
        atLeastOne("batchConcurrency", batchConcurrency);
        positive("defaultTimeout", defaultTimeout);
        positive("maxTimeout", maxTimeout);
        positive("heartbeat", heartbeat);
        atLeastOne("maxStreamsPerCaller", maxStreamsPerCaller);
        if (defaultTimeout.compareTo(maxTimeout) > 0) {
            throw new IllegalArgumentException(
                    "defaultTimeout should be at most maxTimeout but is "
                            + defaultTimeout
                            + " and "
                            + maxTimeout);
        }
    }

    /** 4 MiB, 100 calls and 16 at once in a batch, 30 s, 5 minutes, 10 s, 100 streams. */
    public static RestLimits defaults() {
        return DEFAULTS;
    }

    public RestLimits withMaxBodyBytes(int maxBodyBytes) {
        return new RestLimits(
                maxBodyBytes,
                maxBatch,
                batchConcurrency,
                defaultTimeout,
                maxTimeout,
                heartbeat,
                maxStreamsPerCaller);
    }

    /** Bounds a batch: its calls, and how many of them run at once. */
    public RestLimits withBatch(int maxBatch, int batchConcurrency) {
        return new RestLimits(
                maxBodyBytes,
                maxBatch,
                batchConcurrency,
                defaultTimeout,
                maxTimeout,
                heartbeat,
                maxStreamsPerCaller);
    }

    public RestLimits withTimeouts(Duration defaultTimeout, Duration maxTimeout) {
        return new RestLimits(
                maxBodyBytes,
                maxBatch,
                batchConcurrency,
                defaultTimeout,
                maxTimeout,
                heartbeat,
                maxStreamsPerCaller);
    }

    public RestLimits withHeartbeat(Duration heartbeat) {
        return new RestLimits(
                maxBodyBytes,
                maxBatch,
                batchConcurrency,
                defaultTimeout,
                maxTimeout,
                heartbeat,
                maxStreamsPerCaller);
    }

    public RestLimits withMaxStreamsPerCaller(int maxStreamsPerCaller) {
        return new RestLimits(
                maxBodyBytes,
                maxBatch,
                batchConcurrency,
                defaultTimeout,
                maxTimeout,
                heartbeat,
                maxStreamsPerCaller);
    }

    private static void atLeastOne(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " should be at least 1 but is " + value);
        }
    }

    private static void positive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " should be positive but is " + value);
        }
    }
}
