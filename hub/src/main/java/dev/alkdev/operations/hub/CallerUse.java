package dev.alkdev.operations.hub;

/** What one caller has running, and the tokens of its rate. Guarded by whoever keeps it. */
final class CallerUse {
    private int calls;
    private int streams;
    private double spent;
    private long at;

    CallerUse(long now) {
        this.at = now;
    }

    int calls() {
        return calls;
    }

    int streams() {
        return streams;
    }

    /** Seconds until another call may begin; 0 if it may now, and is then counted. */
    double secondsUntilNext(LimitConfig limits, long now) {
        LimitConfig.Rate rate = limits.rate();
        if (rate == null) {
            return 0;
        }
        refill(rate, now);
        if (spent + 1 > rate.burst()) {
            return (spent + 1 - rate.burst()) / rate.perSecond();
        }
        spent++;
        return 0;
    }

    private void refill(LimitConfig.Rate rate, long now) {
        spent = Math.max(0, spent - (now - at) / 1e9 * rate.perSecond());
        at = now;
    }

    void enter(boolean stream) {
        if (stream) {
            streams++;
        } else {
            calls++;
        }
    }

    void leave(boolean stream) {
        if (stream) {
            streams--;
        } else {
            calls--;
        }
    }

    /** Whether forgetting the caller changes nothing. */
    boolean isIdle(LimitConfig limits, long now) {
        LimitConfig.Rate rate = limits.rate();
        if (rate != null) {
            refill(rate, now);
        }
        return calls == 0 && streams == 0 && (rate == null || spent == 0);
    }
}
