package dev.alkdev.operations.http;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.Registration;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;

/**
 * How many streams each caller has open, and the most it may have; the memory that an open stream
 * takes. Threads share it.
 */
public final class StreamCounts {
    /** The connection, the request and the thread of a stream, whether it has events or not. */
    static final int STREAM_BYTES = 16 * 1024;

    private final IntSupplier limit;
    private final ByteBudget budget;
    private final AtomicLong open = new AtomicLong();
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();

    /**
     * Counts streams.
     *
     * @param budget for the memory of all streams together
     */
    public StreamCounts(LimitOptions limits, ByteBudget budget) {
        this.limit = limits.maxStreamsPerCaller;
        this.budget = budget;
    }

    /**
     * Registers one more stream.
     *
     * @return what takes it back, once
     * @throws CallException if the caller has as many as are allowed
     * @throws Refusal 503 if there is no memory for another stream
     */
    public Registration enter(Exchange exchange) {
        String caller = name(exchange);
        int most = limit.getAsInt();
        Integer now = counts.merge(caller, 1, Integer::sum);
        if (now != null && now > most) {
            leave(caller);
            throw new CallException(
                    ErrorCode.OVERLOADED,
                    "the caller has " + most + " event streams open, as many as are allowed");
        }
        if (!hold()) {
            leave(caller);
            throw Refusal.overloaded("the server has no memory left for another event stream");
        }
        return () -> {
            release();
            leave(caller);
        };
    }

    /** Takes the memory of a stream. All streams together have at most three quarters. */
    private boolean hold() {
        long most = budget.bulk().limit() / STREAM_BYTES;
        if (open.incrementAndGet() <= most && budget.tryAcquire(STREAM_BYTES)) {
            return true;
        }
        open.decrementAndGet();
        return false;
    }

    private void release() {
        open.decrementAndGet();
        budget.release(STREAM_BYTES);
    }

    private void leave(String caller) {
        counts.computeIfPresent(caller, (name, count) -> count == 1 ? null : count - 1);
    }

    private static String name(Exchange exchange) {
        return exchange.caller() instanceof Caller.Authenticated(var identity)
                ? "identity " + identity.id()
                : exchange.request().getRemoteAddr();
    }
}
