package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

/**
 * How a call ended.
 *
 * @param name one word for logs and metrics: {@code ok}, {@code tool_error} for an answer that is
 *     itself an {@linkplain ResponseEnvelope#isError error}, {@code closed} for a subscription that
 *     was closed before its end, or the code of the failure
 * @param failure why it failed; null if it did not. One that was closed has one all the same
 */
public record CallOutcome(String name, @Nullable CallException failure) {
    static final CallOutcome OK = new CallOutcome("ok", null);
    private static final CallOutcome TOOL_ERROR = new CallOutcome("tool_error", null);
    private static final String CLOSED = "closed";

    static CallOutcome of(ResponseEnvelope<?> envelope) {
        return envelope.isError() ? TOOL_ERROR : OK;
    }

    static CallOutcome failed(CallException failure) {
        return new CallOutcome(failure.code(), failure);
    }

    /** Of a subscription; null if it came to its end. */
    static CallOutcome ofStream(@Nullable CallException failure) {
        if (failure == null) {
            return OK;
        }
        boolean closed = failure.code().equals(ErrorCode.ABORTED);
        return closed ? new CallOutcome(CLOSED, failure) : failed(failure);
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
