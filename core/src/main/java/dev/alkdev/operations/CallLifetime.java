package dev.alkdev.operations;

import dev.alkdev.operations.base.Deadlines;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.base.TimeSource;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/**
 * The time between the start of a call that can be ended from outside and its end: while it lasts,
 * expiry and abort interrupt the thread.
 */
final class CallLifetime {
    private static final Registration NOTHING = () -> {};

    final Cancellation cancellation;
    final long deadline;
    private final Registration attached;
    private final Registration timer;
    private Cancellation.@Nullable Interruption running;

    private CallLifetime(
            Cancellation cancellation, long deadline, Registration attached, Registration timer) {
        this.cancellation = cancellation;
        this.deadline = deadline;
        this.attached = attached;
        this.timer = timer;
    }

    /** Starts the clock, unless the call runs under one that ends as early. */
    static CallLifetime of(Call call, long deadline, TimeSource time) {
        Cancellation given = call.terms.cancellation;
        return given != null && given.expiresBy(deadline)
                ? new CallLifetime(given, deadline, NOTHING, NOTHING)
                : own(call, deadline, time);
    }

    /** Starts one that can be ended without ending what it runs under. */
    static CallLifetime own(Call call, long deadline, TimeSource time) {
        Cancellation own = new Cancellation(call.terms.cancellation, deadline);
        Registration attached = own.attach();
        return new CallLifetime(own, deadline, attached, timer(call, own, deadline, time));
    }

    private static Registration timer(Call call, Cancellation own, long deadline, TimeSource time) {
        if (deadline == Deadlines.NONE) {
            return NOTHING;
        }
        Cancellation above = call.terms.cancellation;
        Duration left = Deadlines.left(deadline, time);
        // Not the call: a timer that is closed may keep this for a while, and inputs are large.
        String id = call.operationId();
        if (left.isZero()) {
            own.expire(late(id));
            return NOTHING;
        }
        // One timer for a call and all that it calls.
        return above != null && above.expiresBy(deadline)
                ? NOTHING
                : time.schedule(left, () -> own.expire(late(id)));
    }

    private static String late(String operationId) {
        return operationId + " did not end by its deadline";
    }

    /** Something that may take long. */
    @FunctionalInterface
    interface Work<E extends Exception> {
        void run() throws E;
    }

    /**
     * Does what the handler does not, on this thread, which is interrupted if the call ends
     * meanwhile.
     *
     * @throws CallException if the call has ended
     */
    <E extends Exception> void interruptibly(Work<E> work) throws E {
        Cancellation.Interruption here = cancellation.enter();
        try {
            throwIfEnded();
            work.run();
        } finally {
            if (here != null) {
                cancellation.leave(here);
            }
        }
    }

    /**
     * The handler starts on this thread.
     *
     * @throws CallException if the call ended before it began
     */
    void enter() {
        running = cancellation.enter();
        throwIfEnded();
    }

    /** Throws the failure of a call that was ended from outside. */
    void throwIfEnded() {
        CallException ended = cancellation.failure();
        if (ended != null) {
            throw ended;
        }
    }

    /** The handler is done, or never began: nothing of the call is left on the thread. */
    void exit() {
        if (running != null) {
            cancellation.leave(running);
        }
        timer.close();
        attached.close();
        // A call around this one that is to end as well must still notice.
        if (cancellation.interrupts(Thread.currentThread())) {
            Thread.currentThread().interrupt();
        }
    }
}
