package dev.alkdev.operations.hub;

import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/** The answers that are on their way when a hub stops: a call is over before its caller knows. */
final class PendingReplies {
    private static final long LOOK_MILLIS = 5;

    private PendingReplies() {}

    /** Waits until all are sent, but not for calls that do not end. */
    static void await(IntSupplier active, Deadline deadline) {
        try {
            while (active.getAsInt() > 0 && !deadline.isOver()) {
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
