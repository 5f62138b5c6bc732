package dev.alkdev.operations.http;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.OperationSpec;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/** The one table from the code of a failed call to the status of its answer. */
final class ErrorStatus {
    /** Of a declared error that names no status: the request was understood and cannot be met. */
    static final int DECLARED = 422;

    private ErrorStatus() {}

    static int of(CallException failure, @Nullable OperationSpec spec, Caller caller) {
        return switch (failure.code()) {
            case ErrorCode.OPERATION_NOT_FOUND -> 404;
            case ErrorCode.INVALID_OPERATION_TYPE -> 409;
            case ErrorCode.ACCESS_DENIED -> caller instanceof Caller.Anonymous ? 401 : 403;
            case ErrorCode.VALIDATION_ERROR -> 422;
            case ErrorCode.TIMEOUT -> 504;
            // Whoever cancelled it is not waiting: somebody else did, as when the server stops.
            case ErrorCode.ABORTED, ErrorCode.UNAVAILABLE -> 503;
            case ErrorCode.OVERLOADED -> 429;
            case ErrorCode.EXECUTION_ERROR -> isUpstream(failure) ? 502 : 500;
            case ErrorCode.UNKNOWN_ERROR -> 500;
            default -> declared(failure, spec);
        };
    }

    /** Whether another server answered with an error: its status is in the details. */
    private static boolean isUpstream(CallException failure) {
        return failure.details().map(details -> details.path("statusCode").isInt()).orElse(false);
    }

    private static int declared(CallException failure, @Nullable OperationSpec spec) {
        ErrorSpec error = spec == null ? null : spec.error(failure.code()).orElse(null);
        if (error == null) {
            return 500;
        }
        return error.httpStatus() == null && isUpstream(failure) ? upstream(failure) : of(error);
    }

    /**
     * The status of an API's declared error that stands for several: one that tells its caller
     * something is passed on; whatever went wrong between this server and the API is not.
     */
    private static int upstream(CallException failure) {
        int status = failure.details().map(it -> it.path("statusCode").asInt()).orElse(0);
        boolean callers = status >= 400 && status < 500 && status != 401 && status != 407;
        return callers ? status : 502;
    }

    static int of(ErrorSpec error) {
        Integer status = error.httpStatus();
        return status == null ? DECLARED : status;
    }

    /** Whole seconds for {@code Retry-After} if the details have it, else null. */
    static @Nullable String retryAfter(CallException failure) {
        boolean fits =
                failure.code().equals(ErrorCode.OVERLOADED)
                        || failure.code().equals(ErrorCode.UNAVAILABLE);
        JsonNode upstream = failure.details().map(it -> it.path("retryAfterMs")).orElse(null);
        if (!ErrorCode.isStandard(failure.code()) && upstream != null && upstream.isNumber()) {
            return Long.toString(Math.max(0, (upstream.longValue() + 999) / 1000));
        }
        JsonNode seconds = failure.details().map(it -> it.path("retryAfter")).orElse(null);
        if (!fits || seconds == null || !seconds.isNumber()) {
            return null;
        }
        return Long.toString(Math.max(0, (long) Math.ceil(seconds.doubleValue())));
    }
}
