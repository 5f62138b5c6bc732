package dev.alkdev.operations;

import dev.alkdev.operations.base.TimeSource;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * The end of a call at its deadline. Reports a call whose handler keeps running after that.
 *
 * @param overdue receives the failure of such a call; null for none
 */
record Expiry(
        Cancellation call,
        String operationId,
        TimeSource time,
        @Nullable Consumer<? super CallException> overdue)
        implements Runnable {
    /** The time that a handler has to notice its interrupt. */
    private static final Duration GRACE = Duration.ofMillis(250);

    @Override
    public void run() {
        call.expire(operationId + " did not end by its deadline");
        CallException failure = call.failure();
        if (overdue != null && failure != null && failure.code().equals(ErrorCode.TIMEOUT)) {
            var unused = time.schedule(GRACE, () -> overdue.accept(failure));
        }
    }
}
