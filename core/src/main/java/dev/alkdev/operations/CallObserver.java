package dev.alkdev.operations;

/**
 * Intercepts every call of a registry, nested ones included, and may refuse it. For limits, audit,
 * metrics and traces. Threads share it.
 *
 * @see OperationRegistryBuilder#observer
 */
@FunctionalInterface
public interface CallObserver {
    /**
     * A call arrived, and nothing of it is checked yet. Runs on the caller's thread.
     *
     * @return what receives the progress of the call; its end is reported exactly once
     * @throws CallException to refuse the call
     */
    Observation begin(ObservedCall call);

    /** Receives what happens to one call. What it throws is logged and does not touch the call. */
    @FunctionalInterface
    interface Observation {
        /** A subscription's handler has given an item, on its thread. */
        default void item() {}

        /**
         * The call is over: on the handler's thread if it was running, else on the caller's.
         *
         * @param call with its outcome
         */
        void ended(ObservedCall call);
    }
}
