package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Whether a client has lost its server for good, and why. Threads may share it. */
final class ClientEnd {
    private final AtomicReference<@Nullable String> reason = new AtomicReference<>();
    private volatile Consumer<String> listener = lost -> {};
    private volatile boolean closed;

    /** Runs when the server is lost, but not when the client is closed; now if it is already. */
    void onLost(Consumer<String> action) {
        listener = action;
        String known = reason.get();
        if (known != null && !closed) {
            action.accept(known);
        }
    }

    void lost(String why) {
        if (reason.compareAndSet(null, why) && !closed) {
            listener.accept(why);
        }
    }

    void closed() {
        closed = true;
    }

    boolean isOver() {
        return reason.get() != null;
    }

    /**
     * Refuses a request that nobody would answer.
     *
     * @throws CallException {@code UNAVAILABLE} with the reason
     */
    void check() {
        String why = reason.get();
        if (why != null) {
            throw new CallException(ErrorCode.UNAVAILABLE, why);
        }
    }
}
