package dev.alkdev.operations;

/** Receives what happens to one call. What it throws is logged and does not touch the call. */
@FunctionalInterface
public interface CallObservation {
    /** The handler is about to run, on this thread. Not called for a call that is refused. */
    default void running() {}

    /** A subscription's handler has given an item, on its thread. */
    default void item() {}

    /** The call is over: on the handler's thread if it was running, else on the caller's. */
    void ended(CallOutcome outcome);
}
