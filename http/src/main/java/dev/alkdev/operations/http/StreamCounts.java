package dev.alkdev.operations.http;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.Registration;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;

/** How many streams each caller has open, and the most it may have. Threads share it. */
public final class StreamCounts {
    private final IntSupplier limit;
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();

    public StreamCounts(LimitOptions limits) {
        limit = limits.maxStreamsPerCaller;
    }

    /**
     * Registers one more stream.
     *
     * @return what takes it back, once
     * @throws CallException if the caller has as many as are allowed
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
        return () -> leave(caller);
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
