package dev.alkdev.operations.http;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

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
    static final int STREAM_BYTES = 32 * 1024;

    /** The fraction of the memory that streams leave to small requests. */
    private static final int REMAINING = 8;

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
        ByteBudget part = hold();
        if (part == null) {
            leave(caller);
            throw Refusal.overloadedAndClosed(
                    "the server has no memory left for another event stream");
        }
        return () -> {
            open.decrementAndGet();
            part.release(STREAM_BYTES);
            leave(caller);
        };
    }

    /**
     * Acquires the memory of a stream: from the three quarters for large or long uses, or, while
     * events that nobody reads use them up, from the rest. An eighth remains for small requests.
     *
     * @return the budget to release it to; null without room
     */
    private @Nullable ByteBudget hold() {
        ByteBudget bulk = budget.bulk();
        if (open.incrementAndGet() <= bulk.limit() / STREAM_BYTES) {
            if (bulk.poll(STREAM_BYTES)) {
                return bulk;
            }
            boolean leavesRoom = budget.used() <= budget.limit() - budget.limit() / REMAINING;
            if (leavesRoom && budget.tryAcquire(STREAM_BYTES)) {
                return budget;
            }
        }
        open.decrementAndGet();
        return null;
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
