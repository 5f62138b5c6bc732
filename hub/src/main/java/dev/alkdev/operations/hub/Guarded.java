package dev.alkdev.operations.hub;

import dev.alkdev.operations.CallException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;

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

    /**
     * Calls a method for its result, on a thread of its own, which is interrupted if it takes too
     * long.
     *
     * @param late receives a result that arrives too late
     * @throws IllegalStateException if it takes longer than the timeout
     */
    static <T> T result(String what, Duration timeout, Supplier<T> step, Consumer<T> late) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread =
                Thread.ofVirtual().name(what).start(() -> complete(what, step, result, late));
        try {
            return result.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | InterruptedException e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            thread.interrupt();
            IllegalStateException failure =
                    new IllegalStateException(
                            what + " takes longer than " + timeout.toSeconds() + " s", e);
            if (result.completeExceptionally(failure)) {
                throw failure;
            }
            return result.join();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException failure -> throw failure;
                case Error error -> throw error;
                case null, default -> throw new IllegalStateException(what + " failed", e);
            }
        }
    }

    private static <T> void complete(
            String what, Supplier<T> step, CompletableFuture<T> result, Consumer<T> late) {
        try {
            T value = step.get();
            if (!result.complete(value)) {
                attempt(what, () -> late.accept(value));
            }
        } catch (Throwable e) {
            result.completeExceptionally(e);
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
