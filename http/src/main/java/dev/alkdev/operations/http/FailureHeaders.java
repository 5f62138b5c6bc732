package dev.alkdev.operations.http;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.web.Challenge;

import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;

/** The status and headers of a failed call, the same for every gateway over HTTP. */
public final class FailureHeaders {
    private FailureHeaders() {}

    /** The status of the answer to a call that failed. */
    public static int status(CallException failure, @Nullable OperationSpec spec, Caller caller) {
        return ErrorStatus.of(failure, spec, caller);
    }

    /**
     * The headers: how to authenticate, which scopes are needed, when to try again.
     *
     * @param spec of the operation; null if there is none
     * @param challenge how to authenticate
     */
    public static Map<String, String> of(
            CallException failure,
            @Nullable OperationSpec spec,
            Caller caller,
            Challenge challenge) {
        Map<String, String> headers = new HashMap<>();
        if (status(failure, spec, caller) == HttpServletResponse.SC_UNAUTHORIZED) {
            headers.put(Challenges.HEADER, challenge.text());
        } else if (failure.code().equals(ErrorCode.ACCESS_DENIED) && challenge.isBearer()) {
            headers.put(Challenges.HEADER, Challenges.denied(challenge, spec, caller).text());
        }
        String retryAfter = ErrorStatus.retryAfter(failure);
        if (retryAfter != null) {
            headers.put("Retry-After", retryAfter);
        }
        return headers;
    }
}
