package dev.alkdev.operations;

import java.util.Set;

/**
 * The standard codes of a {@link CallException}. An operation adds its own by declaring them as
 * {@link ErrorSpec}s.
 */
public final class ErrorCode {
    /**
     * There is no such operation here, or nothing that handles it. Check the id against a listing;
     * trying again helps only if its source is expected to come back.
     */
    public static final String OPERATION_NOT_FOUND = "OPERATION_NOT_FOUND";

    /** A subscription was executed or something else subscribed to. Use the other verb. */
    public static final String INVALID_OPERATION_TYPE = "INVALID_OPERATION_TYPE";

    /** The caller lacks a scope or a resource. Ask for it, or authenticate; do not try again. */
    public static final String ACCESS_DENIED = "ACCESS_DENIED";

    /**
     * The input does not fit its schema. The details hold every error with a JSON pointer; mend the
     * input, do not try again with the same.
     */
    public static final String VALIDATION_ERROR = "VALIDATION_ERROR";

    /**
     * The deadline passed, or a stream was idle for too long. The operation may have happened: try
     * a query again with more time, but look before repeating a mutation.
     */
    public static final String TIMEOUT = "TIMEOUT";

    /**
     * The call was cancelled by its caller, its parent or an interrupt. Nobody waits for the
     * result; the operation may have happened in part.
     */
    public static final String ABORTED = "ABORTED";

    /**
     * The other side cannot be reached, or was lost during the call. Try again later; look before
     * repeating a mutation.
     */
    public static final String UNAVAILABLE = "UNAVAILABLE";

    /** Refused before it was run, because of overload. Retry with back-off. */
    public static final String OVERLOADED = "OVERLOADED";

    /**
     * The handler failed in a way it did not declare. The reason is in the log of the process that
     * ran it; trying again may or may not help.
     */
    public static final String EXECUTION_ERROR = "EXECUTION_ERROR";

    /** A failure of which only the message is known. Treat it as an execution error. */
    public static final String UNKNOWN_ERROR = "UNKNOWN_ERROR";

    private static final Set<String> STANDARD =
            Set.of(
                    OPERATION_NOT_FOUND,
                    INVALID_OPERATION_TYPE,
                    ACCESS_DENIED,
                    VALIDATION_ERROR,
                    TIMEOUT,
                    ABORTED,
                    UNAVAILABLE,
                    OVERLOADED,
                    EXECUTION_ERROR,
                    UNKNOWN_ERROR);

    private ErrorCode() {}

    /** Whether this is one of the codes above. */
    public static boolean isStandard(String code) {
        return STANDARD.contains(code);
    }

    /** Whether the failure of a nested call means the same to the caller of the call around it. */
    static boolean isPassedOn(String code) {
        return switch (code) {
            case TIMEOUT, ABORTED, UNAVAILABLE, OVERLOADED, EXECUTION_ERROR, UNKNOWN_ERROR -> true;
            default -> false;
        };
    }

    /** Whether a failure of this code is retryable by default. */
    static boolean isRetryable(String code) {
        return code.equals(UNAVAILABLE) || code.equals(OVERLOADED);
    }
}
