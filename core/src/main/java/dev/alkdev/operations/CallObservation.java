package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

/** Learns how one call goes on. What it throws is logged and does not touch the call. */
public interface CallObservation {
    /** The handler is about to run, on this thread. Not told of a call that is turned away. */
    default void running() {}

    /** A subscription's handler has given an item, on its thread. */
    default void item() {}

    /**
     * The call is over: on the handler's thread if it was running, else on the caller's.
     *
     * @param failure why it failed; null if it did not
     */
    void ended(@Nullable CallException failure);
}
