package dev.alkdev.operations.hub;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.CallObservation;
import dev.alkdev.operations.CallObserver;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.ObservedCall;

import tools.jackson.databind.node.JsonNodeFactory;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;

/**
 * Bounds what one caller may have running, and how fast it may begin. Nested calls belong to the
 * one that makes them, and trusted code is not bounded. Threads share it.
 */
final class CallLimits implements CallObserver {
    private static final int MIN_CALLERS = 1_024;
    private static final CallObservation UNBOUNDED = outcome -> {};

    private final ConcurrentMap<String, CallerUse> callers = new ConcurrentHashMap<>();
    private final LongSupplier nanos;
    private volatile LimitConfig limits;
    private volatile int crowd = MIN_CALLERS;

    /**
     * Limits that can be changed.
     *
     * @param nanos the clock, as {@link System#nanoTime}
     */
    CallLimits(LimitConfig limits, LongSupplier nanos) {
        this.limits = limits;
        this.nanos = nanos;
    }

    void change(LimitConfig limits) {
        this.limits = limits;
    }

    /** How many callers are remembered. */
    int size() {
        return callers.size();
    }

    @Override
    public CallObservation begin(ObservedCall observed) {
        Call call = observed.call();
        if (call.isNested() || call.caller() instanceof Caller.Trusted) {
            return UNBOUNDED;
        }
        LimitConfig now = limits;
        String key = key(call.caller());
        Admittance admittance = new Admittance(now, observed.isStream());
        callers.compute(
                key,
                (name, known) -> {
                    long at = nanos.getAsLong();
                    CallerUse use = known == null ? new CallerUse(at) : known;
                    admittance.ask(use, at);
                    return use;
                });
        if (callers.size() > crowd) {
            forgetIdle(now);
        }
        admittance.check();
        return outcome ->
                callers.computeIfPresent(
                        key,
                        (name, use) -> {
                            use.leave(observed.isStream());
                            return use;
                        });
    }

    /**
     * Counts a request that is no call, as a listing, in the rate of its caller.
     *
     * @throws CallException if the caller has to wait
     */
    void read(Caller caller) {
        LimitConfig now = limits;
        if (now.rate() == null || caller instanceof Caller.Trusted) {
            return;
        }
        Admittance admittance = new Admittance(now, false);
        callers.compute(
                key(caller),
                (name, known) -> {
                    CallerUse use = known == null ? new CallerUse(nanos.getAsLong()) : known;
                    admittance.askForRate(use, nanos.getAsLong());
                    return use;
                });
        if (callers.size() > crowd) {
            forgetIdle(now);
        }
        admittance.check();
    }

    /**
     * Who has nothing running, and its whole rate again, need not be remembered. Looked for each
     * time their number has doubled, which costs little per call.
     */
    private void forgetIdle(LimitConfig now) {
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

    /** Whether one call is let in; the answer is needed after the map has been left. */
    private static final class Admittance {
        private final LimitConfig limits;
        private final boolean stream;
        private String refusal = "";
        private double retryAfter;

        Admittance(LimitConfig limits, boolean stream) {
            this.limits = limits;
            this.stream = stream;
        }

        void ask(CallerUse use, long now) {
            if (stream && use.streams() >= limits.streams()) {
                refusal = "subscription limit reached (" + limits.streams() + " per caller)";
                retryAfter = 1;
            } else if (!stream && use.calls() >= limits.concurrency()) {
                refusal = "concurrency limit reached (" + limits.concurrency() + " per caller)";
                retryAfter = 1;
            } else if (askForRate(use, now)) {
                use.enter(stream);
            }
        }

        boolean askForRate(CallerUse use, long now) {
            double wait = use.secondsUntilNext(limits, now);
            if (wait > 0) {
                refusal = "rate limit reached (" + described(limits) + "/s per caller)";
                retryAfter = wait;
            }
            return wait <= 0;
        }

        private static String described(LimitConfig limits) {
            LimitConfig.Rate rate = limits.rate();
            return rate == null ? "unlimited" : "" + rate.perSecond();
        }

        void check() {
            if (!refusal.isEmpty()) {
                throw new CallException(ErrorCode.OVERLOADED, refusal)
                        .withDetails(
                                JsonNodeFactory.instance
                                        .objectNode()
                                        .put(
                                                "retryAfter",
                                                (long) Math.max(1, Math.ceil(retryAfter))));
            }
        }
    }
}
