package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.protocol.CallEvent.Requested;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.Semaphore;

/** A request of the peer while it is answered. */
final class ActiveCall {
    /** More credit than this is not kept: it stands for any number. */
    private static final int MAX_CREDITS = 1 << 30;

    private final Requested request;
    private final Cancellation cancellation = Cancellation.create();
    private final @Nullable Semaphore credits;

    ActiveCall(Requested request) {
        this.request = request;
        Integer window = request.window();
        this.credits = window == null ? null : new Semaphore(window);
    }

    Requested request() {
        return request;
    }

    Cancellation cancellation() {
        return cancellation;
    }

    void cancel(String reason) {
        cancellation.cancel(reason);
    }

    /** Waits until the reader is ready for one more item. */
    void awaitCredit() throws InterruptedException {
        if (credits != null) {
            credits.acquire();
        }
    }

    void addCredits(int count) {
        if (credits != null && credits.availablePermits() < MAX_CREDITS) {
            credits.release(count);
        }
    }
}
