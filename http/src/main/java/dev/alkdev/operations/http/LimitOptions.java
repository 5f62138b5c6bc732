package dev.alkdev.operations.http;

import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.base.Deadlines;
import dev.alkdev.operations.base.Durations;
import dev.alkdev.operations.base.TimeSource;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.function.IntSupplier;

/** Size, time and concurrency limits. Immutable; threads may share it. */
public final class LimitOptions implements Cloneable {
    private static final LimitOptions DEFAULTS = new LimitOptions();

    int maxBodyBytes = 4 * 1024 * 1024;
    private int maxBatch = 100;
    private IntSupplier batchConcurrency = () -> 16;
    Duration defaultTimeout = Deadlines.DEFAULT_TIMEOUT;
    Duration maxTimeout = Duration.ofMinutes(5);
    private Duration heartbeat = Duration.ofSeconds(10);
    IntSupplier maxStreamsPerCaller = () -> 100;
    Duration bodyTimeout = Duration.ofSeconds(30);

    private LimitOptions() {}

    private LimitOptions copy() {
        try {
            return (LimitOptions) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * 4 MiB in 30 s, 100 calls and 16 at once in a batch, {@linkplain Deadlines#DEFAULT_TIMEOUT as
     * links}, 5 minutes, 10 s, 100 streams.
     */
    public static LimitOptions defaults() {
        return DEFAULTS;
    }

    /** The largest body of a request. */
    public int maxBodyBytes() {
        return maxBodyBytes;
    }

    /** The most calls in one batch. */
    public int maxBatch() {
        return maxBatch;
    }

    /** How many calls of one batch run at once. */
    public int batchConcurrency() {
        return batchConcurrency.getAsInt();
    }

    /** The timeout of a call that gives none, and of its silence after each report of progress. */
    public Duration defaultTimeout() {
        return defaultTimeout;
    }

    /** The longest time of a call, whatever its caller asks for and whatever progress it makes. */
    public Duration maxTimeout() {
        return maxTimeout;
    }

    /**
     * Limits the time of a call: to the timeout of its caller, or to the default, which each report
     * of progress allows again. Neither exceeds the longest timeout.
     *
     * @param asked the timeout of the caller; null for none
     */
    public CallBuilder apply(CallBuilder call, @Nullable Duration asked, TimeSource time) {
        long latest = Deadlines.after(maxTimeout, time);
        if (asked != null) {
            return call.deadline(Math.min(Deadlines.after(asked, time), latest));
        }
        return call.deadline(Deadlines.after(defaultTimeout, time))
                .extendable(defaultTimeout, latest);
    }

    /** How often a silent event stream shows that it is alive. */
    public Duration heartbeat() {
        return heartbeat;
    }

    /** Bounds the time that the body of a request may take to arrive. */
    public LimitOptions withBodyTimeout(Duration bodyTimeout) {
        LimitOptions changed = copy();
        changed.bodyTimeout = Durations.requirePositive("bodyTimeout", bodyTimeout);
        return changed;
    }

    public LimitOptions withMaxBodyBytes(int maxBodyBytes) {
        if (maxBodyBytes == Integer.MAX_VALUE) {
            throw new IllegalArgumentException("maxBodyBytes should be below 2^31 - 1");
        }
        LimitOptions changed = copy();
        changed.maxBodyBytes = atLeastOne("maxBodyBytes", maxBodyBytes);
        return changed;
    }

    /** Bounds a batch: its calls, and how many of them run at once. */
    public LimitOptions withBatch(int maxBatch, int batchConcurrency) {
        atLeastOne("batchConcurrency", batchConcurrency);
        return withBatch(maxBatch, () -> batchConcurrency);
    }

    /** As {@link #withBatch(int, int)}; how many run at once is asked for each batch. */
    public LimitOptions withBatch(int maxBatch, IntSupplier batchConcurrency) {
        LimitOptions changed = copy();
        changed.maxBatch = atLeastOne("maxBatch", maxBatch);
        changed.batchConcurrency = batchConcurrency;
        return changed;
    }

    public LimitOptions withTimeouts(Duration defaultTimeout, Duration maxTimeout) {
        LimitOptions changed = copy();
        changed.defaultTimeout = Durations.requirePositive("defaultTimeout", defaultTimeout);
        changed.maxTimeout = Durations.requirePositive("maxTimeout", maxTimeout);
        if (defaultTimeout.compareTo(maxTimeout) > 0) {
            throw new IllegalArgumentException(
                    "defaultTimeout should be at most maxTimeout but is "
                            + defaultTimeout
                            + " and "
                            + maxTimeout);
        }
        return changed;
    }

    public LimitOptions withHeartbeat(Duration heartbeat) {
        LimitOptions changed = copy();
        changed.heartbeat = Durations.requirePositive("heartbeat", heartbeat);
        return changed;
    }

    /** Bounds the event streams that one caller may have open. */
    public LimitOptions withMaxStreamsPerCaller(int maxStreamsPerCaller) {
        atLeastOne("maxStreamsPerCaller", maxStreamsPerCaller);
        return withMaxStreamsPerCaller(() -> maxStreamsPerCaller);
    }

    /** As {@link #withMaxStreamsPerCaller(int)}; the number is asked for each stream. */
    public LimitOptions withMaxStreamsPerCaller(IntSupplier maxStreamsPerCaller) {
        LimitOptions changed = copy();
        changed.maxStreamsPerCaller = maxStreamsPerCaller;
        return changed;
    }

    private static int atLeastOne(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " should be at least 1 but is " + value);
        }
        return value;
    }
}
