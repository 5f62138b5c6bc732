package dev.alkdev.operations.http;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.web.BearerScheme;

import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The status and headers of a failed call, the same for every gateway over HTTP. */
public final class FailureHeaders {
    private static final String AUTHENTICATE = "WWW-Authenticate";

    private FailureHeaders() {}

    /** The status of the answer to a call that failed. */
    public static int status(CallException failure, @Nullable OperationSpec spec, Caller caller) {
        return ErrorStatus.of(failure, spec, caller);
    }

    /**
     * The headers: how to authenticate, which scopes are needed, when to try again.
     *
     * @param status of the answer
     * @param spec of the operation; null if there is none
     * @param challenge how to authenticate
     */
    public static Map<String, String> of(
            int status, CallException failure, @Nullable OperationSpec spec, String challenge) {
        Map<String, String> headers = new HashMap<>();
        if (status == HttpServletResponse.SC_UNAUTHORIZED) {
            headers.put(AUTHENTICATE, challenge);
        } else if (failure.code().equals(ErrorCode.ACCESS_DENIED)
                && status == HttpServletResponse.SC_FORBIDDEN
                && challenge.startsWith("Bearer")) {
            headers.put(AUTHENTICATE, BearerScheme.insufficientScope(challenge, scopes(spec)));
        }
        String retryAfter = ErrorStatus.retryAfter(failure);
        if (retryAfter != null) {
            headers.put("Retry-After", retryAfter);
        }
        return headers;
    }

    private static List<String> scopes(@Nullable OperationSpec spec) {
        return spec == null ? List.of() : List.copyOf(spec.accessControl().requiredScopes());
    }
}
