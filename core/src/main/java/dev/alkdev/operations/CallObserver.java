package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

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
        /** The handler is about to run, on this thread. Not called for a call that is refused. */
        default void running() {}

        /** A subscription's handler has given an item, on its thread. */
        default void item() {}

        /** The call is over: on the handler's thread if it was running, else on the caller's. */
        void ended(Outcome outcome);
    }

    /**
     * How a call ended.
     *
     * @param name one word for logs and metrics: {@code ok}, {@code tool_error} for an answer that
     *     is itself an {@linkplain ResponseEnvelope#isError error}, {@code closed} for a
     *     subscription that was closed before its end, or the code of the failure
     * @param failure why it failed; null if it did not. One that was closed has one all the same
     */
    record Outcome(String name, @Nullable CallException failure) {
        static final Outcome OK = new Outcome("ok", null);
        private static final Outcome TOOL_ERROR = new Outcome("tool_error", null);
        private static final String CLOSED = "closed";

        static Outcome of(ResponseEnvelope<?> envelope) {
            return envelope.isError() ? TOOL_ERROR : OK;
        }

        static Outcome failed(CallException failure) {
            return new Outcome(failure.code(), failure);
        }

        /** Of a subscription; null if it came to its end. */
        static Outcome ofStream(@Nullable CallException failure) {
            if (failure == null) {
                return OK;
            }
            boolean closed = failure.code().equals(ErrorCode.ABORTED);
            return closed ? new Outcome(CLOSED, failure) : failed(failure);
        }

        /** Whether it was neither answered nor closed. */
        public boolean isFailure() {
            return failure != null && !name.equals(CLOSED);
        }

        /** Whether the answer is an error, or there is none. */
        public boolean isError() {
            return isFailure() || this == TOOL_ERROR;
        }
    }
}
