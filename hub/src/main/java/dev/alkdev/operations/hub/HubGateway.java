package dev.alkdev.operations.hub;

import dev.alkdev.operations.Caller;

import java.util.function.Predicate;

/** A running gateway. Threads may share it. */
public interface HubGateway extends AutoCloseable {

    /** Closes what some callers have open, since their tokens are no longer accepted. */
    default void disconnect(Predicate<Caller> callers, String reason) {}

    /** How many calls are not answered yet, beyond those that the HTTP server knows of. */
    default int activeCount() {
        return 0;
    }

    @Override
    default void close() {}
}
