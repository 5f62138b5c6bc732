package dev.alkdev.operations.http;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.OperationSpec;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.Locale;
import java.util.Objects;

/** The failure of a request as a problem document (RFC 9457). */
record Problem(
        int status, String code, String detail, @Nullable JsonNode details, boolean retryable) {
    static final String MEDIA_TYPE = "application/problem+json";

    /** The detail of a failure of a standard code whose handler chose the status itself. */
    private static final String HTTP_STATUS = "httpStatus";

    private static final String TYPE_PREFIX = "urn:operations:error:";

    static Problem of(CallException failure, @Nullable OperationSpec spec, Caller caller) {
        return new Problem(
                status(failure, spec, caller),
                failure.code(),
                failure.getMessage(),
                failure.details().orElse(null),
                failure.retryable());
    }

    /**
     * The JSON form.
     *
     * @param instance the path of the request
     */
    ObjectNode toJson(String instance, String requestId) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("type", TYPE_PREFIX + code);
        json.put("title", title(code));
        json.put("status", status);
        json.put("detail", detail);
        json.put("instance", instance);
        json.put("code", code);
        if (details != null) {
            json.set("details", details);
        }
        json.put("retryable", retryable);
        json.put("requestId", requestId);
        return json;
    }

    /** The code as words: {@code INVOICE_LOCKED} is "Invoice locked". */
    static String title(String code) {
        if (code.isEmpty()) {
            return code;
        }
        String words = code.toLowerCase(Locale.ROOT).replace('_', ' ');
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    private static int status(CallException failure, @Nullable OperationSpec spec, Caller caller) {
        int chosen = failure.details().map(it -> it.path(HTTP_STATUS).intValue(0)).orElse(0);
        return ErrorCode.isStandard(failure.code()) && chosen >= 400 && chosen < 600
                ? chosen
                : byCode(failure, spec, caller);
    }

    /** The one table from the code of a failed call to the status of its response. */
    private static int byCode(CallException failure, @Nullable OperationSpec spec, Caller caller) {
        return switch (failure.code()) {
            case ErrorCode.OPERATION_NOT_FOUND -> 404;
            case ErrorCode.INVALID_OPERATION_TYPE -> 409;
            case ErrorCode.ACCESS_DENIED -> caller instanceof Caller.Anonymous ? 401 : 403;
            case ErrorCode.VALIDATION_ERROR -> 422;
            case ErrorCode.TIMEOUT -> 504;
            // Whoever cancelled it is not waiting: somebody else did, as when the server stops.
            case ErrorCode.ABORTED, ErrorCode.UNAVAILABLE -> 503;
            case ErrorCode.OVERLOADED -> 429;
            case ErrorCode.EXECUTION_ERROR -> upstream(failure) == 0 ? 500 : 502;
            case ErrorCode.UNKNOWN_ERROR -> 500;
            default -> declared(failure, spec);
        };
    }

    /** The status of another server that answered with an error; 0 if none did. */
    private static int upstream(CallException failure) {
        return failure.details().map(it -> it.path("statusCode").intValue(0)).orElse(0);
    }

    private static int declared(CallException failure, @Nullable OperationSpec spec) {
        ErrorSpec error = spec == null ? null : spec.error(failure.code()).orElse(null);
        if (error == null) {
            return 500;
        }
        int upstream = upstream(failure);
        return error.httpStatus() == null && upstream != 0 ? passedOn(upstream) : status(error);
    }

    /**
     * The status of an API's error that is declared for several: one that informs its caller is
     * passed on; whatever went wrong between this server and the API is not.
     */
    private static int passedOn(int status) {
        boolean callers = status >= 400 && status < 500 && status != 401 && status != 407;
        return callers ? status : 502;
    }

    /**
     * The status of a declared error, 422 if it names none: it was understood and cannot be met.
     */
    static int status(ErrorSpec error) {
        return Objects.requireNonNullElse(error.httpStatus(), 422);
    }
}
