package dev.alkdev.operations.hub;

import dev.alkdev.operations.CallException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;

/**
 * Guards calls of code that is not the hub's own: whatever it throws is logged, and the hub keeps
 * running.
 */
final class Guarded {
    private static final Logger LOG = LoggerFactory.getLogger(Guarded.class);

    private Guarded() {}

    /** Takes a step that must not keep others from theirs: what it throws is logged. */
    static void attempt(String what, Runnable step) {
        try {
            step.run();
        } catch (Throwable e) {
            throwIfFatal(e);
            LOG.warn("{} failed unexpectedly", what, e);
        }
    }

    /** As {@link #attempt}, but waits no longer than a time; a step that blocks runs alone. */
    static void attempt(String what, Duration timeout, Runnable step) {
        Thread thread = Thread.ofVirtual().name(what).start(() -> attempt(what, step));
        try {
            if (!thread.join(timeout)) {
                LOG.warn("{} takes longer than {} ms", what, timeout.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Rethrows what nobody can recover from. */
    static void throwIfFatal(Throwable e) {
        if (e instanceof VirtualMachineError fatal && !(e instanceof StackOverflowError)) {
            throw fatal;
        }
    }

    /** Logs a failure and returns its public reason. */
    static String logged(String what, Throwable e) {
        LOG.warn("{} failed unexpectedly", what, e);
        return told(e);
    }

    /** The public reason of a failure: the texts of others may name hosts and passwords. */
    static String told(Throwable e) {
        if (e instanceof CallException failure) {
            return failure.code() + ": " + failure.getMessage();
        }
        String kind = e.getClass().getSimpleName();
        return "failed unexpectedly with " + (kind.isEmpty() ? "an error" : kind) + ", see the log";
    }
}
