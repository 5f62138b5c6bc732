package dev.alkdev.operations.hub;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.CallObserver;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.ObservedCall;

import tools.jackson.databind.node.JsonNodeFactory;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Bounds what one caller may have running, and how fast it may begin. Nested calls belong to the
 * one that makes them, and trusted code is not bounded. Threads share it.
 */
final class CallLimits implements CallObserver {
    private static final int MIN_CALLERS = 1_024;
    private static final CallObserver.Observation UNBOUNDED = outcome -> {};

    private final ConcurrentMap<String, Use> callers = new ConcurrentHashMap<>();
    private final LongSupplier nanos;
    private volatile Bounds bounds;
    private volatile int crowd = MIN_CALLERS;

    /**
     * Limits that can be changed.
     *
     * @param nanos the clock, as {@link System#nanoTime}
     */
    CallLimits(LimitConfig limits, LongSupplier nanos) {
        this.bounds = Bounds.of(limits);
        this.nanos = nanos;
    }

    /**
     * The limits of one caller.
     *
     * @param burst 0 if there is no rate
     */
    private record Bounds(int calls, int streams, double perSecond, int burst) {
        static Bounds of(LimitConfig limits) {
            LimitConfig.Rate rate = limits.rate();
            return new Bounds(
                    limits.concurrency(),
                    limits.streams(),
                    rate == null ? 0 : rate.perSecond(),
                    rate == null ? 0 : rate.burst());
        }
    }

    void change(LimitConfig limits) {
        this.bounds = Bounds.of(limits);
    }

    /** How many callers are remembered. */
    int size() {
        return callers.size();
    }

    @Override
    public CallObserver.Observation begin(ObservedCall observed) {
        Call call = observed.call();
        if (call.isNested() || call.caller() instanceof Caller.Trusted) {
            return UNBOUNDED;
        }
        Bounds now = bounds;
        String key = key(call.caller());
        boolean stream = observed.isStream();
        count(key, now, use -> use.enter(stream, now, nanos.getAsLong()));
        return outcome ->
                callers.computeIfPresent(
                        key,
                        (name, use) -> {
                            use.leave(stream);
                            return use;
                        });
    }

    /**
     * Applies the rate limit to a request that is no call, such as a listing.
     *
     * @throws CallException if the caller has to wait
     */
    void read(Caller caller) {
        Bounds now = bounds;
        if (now.burst > 0 && !(caller instanceof Caller.Trusted)) {
            count(key(caller), now, use -> use.spend(now, nanos.getAsLong()));
        }
    }

    private void count(String key, Bounds now, Consumer<Use> request) {
        callers.compute(
                key,
                (name, known) -> {
                    Use use = known == null ? new Use(nanos.getAsLong()) : known;
                    request.accept(use);
                    return use;
                });
        if (callers.size() > crowd) {
            forgetIdle(now);
        }
    }

    /**
     * Who has nothing running, and its whole rate again, need not be remembered. Looked for each
     * time their number has doubled, which costs little per call.
     */
    private void forgetIdle(Bounds now) {
        for (String key : callers.keySet()) {
            callers.computeIfPresent(
                    key, (name, use) -> use.isIdle(now, nanos.getAsLong()) ? null : use);
        }
        crowd = Math.max(MIN_CALLERS, 2 * callers.size());
    }

    private static String key(Caller caller) {
        return switch (caller) {
            case Caller.Authenticated(Identity identity) -> "=" + identity.id();
            case Caller.Anonymous anonymous -> "anonymous";
            case Caller.Trusted trusted -> "trusted";
        };
    }

    /** What one caller has running, and what it has spent of its rate. Guarded by the map. */
    private static final class Use {
        private int calls;
        private int streams;
        private double spent;
        private long at;

        Use(long now) {
            this.at = now;
        }

        /**
         * Applies the limits to a call.
         *
         * @throws CallException if it is one too many
         */
        void enter(boolean stream, Bounds bounds, long now) {
            if (stream && streams >= bounds.streams) {
                throw overloaded("subscription limit reached (" + bounds.streams, 1);
            }
            if (!stream && calls >= bounds.calls) {
                throw overloaded("concurrency limit reached (" + bounds.calls, 1);
            }
            spend(bounds, now);
            streams += stream ? 1 : 0;
            calls += stream ? 0 : 1;
        }

        void spend(Bounds bounds, long now) {
            if (bounds.burst == 0) {
                return;
            }
            refill(bounds, now);
            double missing = spent + 1 - bounds.burst;
            if (missing > 0) {
                throw overloaded(
                        "rate limit reached (" + bounds.perSecond + "/s",
                        (long) Math.ceil(missing / bounds.perSecond));
            }
            spent++;
        }

        private void refill(Bounds bounds, long now) {
            spent = Math.max(0, spent - (now - at) / 1e9 * bounds.perSecond);
            at = now;
        }

        void leave(boolean stream) {
            streams -= stream ? 1 : 0;
            calls -= stream ? 0 : 1;
        }

        /** Whether forgetting the caller changes nothing. */
        boolean isIdle(Bounds bounds, long now) {
            refill(bounds, now);
            return calls == 0 && streams == 0 && (bounds.burst == 0 || spent == 0);
        }

        private static CallException overloaded(String limit, long seconds) {
            return new CallException(ErrorCode.OVERLOADED, limit + " per caller)")
                    .withDetails(
                            JsonNodeFactory.instance
                                    .objectNode()
                                    .put("retryAfter", Math.max(1, seconds)));
        }
    }
}
