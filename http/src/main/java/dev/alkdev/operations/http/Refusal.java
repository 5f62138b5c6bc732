package dev.alkdev.operations.http;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.web.Challenge;

import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A request that is not answered otherwise, mostly since it is rejected before it becomes a call:
 * the status and headers of its answer, the same for every gateway over HTTP.
 */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final Map<String, String> CLOSE = Map.of("Connection", "close");

    private final transient Problem problem;
    private final transient Map<String, String> headers;

    private Refusal(Problem problem, Map<String, String> headers) {
        // Whose fault it is stands in the problem; a stack trace would tell nobody anything.
        super(problem.detail(), null, false, false);
        this.problem = problem;
        this.headers = headers;
    }

    Problem problem() {
        return problem;
    }

    public Map<String, String> headers() {
        return headers;
    }

    /** The status of the answer. */
    public int status() {
        return problem.status();
    }

    private static Refusal of(int status, String code, String detail) {
        return of(status, code, detail, Map.of());
    }

    private static Refusal of(int status, String code, String detail, Map<String, String> headers) {
        return new Refusal(new Problem(status, code, detail, null, false), headers);
    }

    /**
     * The answer to a call that failed. Its headers say how to authenticate, which scopes are
     * needed, when to try again.
     *
     * @param spec of the operation; null if there is none
     * @param challenge how to authenticate
     */
    public static Refusal of(
            CallException failure,
            @Nullable OperationSpec spec,
            Caller caller,
            Challenge challenge) {
        Problem problem = Problem.of(failure, spec, caller);
        Map<String, String> headers = new HashMap<>();
        if (problem.status() == HttpServletResponse.SC_UNAUTHORIZED) {
            headers.put(Challenge.HEADER, challenge.text());
        } else if (failure.code().equals(ErrorCode.ACCESS_DENIED) && challenge.isBearer()) {
            headers.put(Challenge.HEADER, denied(challenge, spec, caller).text());
        }
        String retryAfter = retryAfter(failure);
        if (retryAfter != null) {
            headers.put("Retry-After", retryAfter);
        }
        return new Refusal(problem, headers);
    }

    /** Names all the scopes that the call needs, so that a client asks for more only once. */
    private static Challenge denied(Challenge usual, @Nullable OperationSpec spec, Caller caller) {
        if (!(caller instanceof Caller.Authenticated(Identity identity))) {
            return usual;
        }
        List<String> needed =
                spec == null ? List.of() : needed(spec.accessControl(), identity.scopes());
        // More scopes would not help a caller who has them all.
        return usual.insufficientScope(identity.scopes().containsAll(needed) ? List.of() : needed);
    }

    private static List<String> needed(AccessControl access, Set<String> granted) {
        List<String> needed = new ArrayList<>(access.requiredScopes());
        List<String> any = access.requiredScopesAny();
        if (!any.isEmpty()) {
            needed.add(any.stream().filter(granted::contains).findFirst().orElse(any.getFirst()));
        }
        return needed;
    }

    /** Whole seconds for {@code Retry-After} if the details have it, else null. */
    private static @Nullable String retryAfter(CallException failure) {
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

    /** 400: what was sent cannot even be read. */
    static Refusal malformed(String detail, @Nullable JsonNode details) {
        return new Refusal(
                new Problem(400, ErrorCode.VALIDATION_ERROR, detail, details, false), Map.of());
    }

    /** 401. */
    public static Refusal unauthorized(String detail, Challenge challenge) {
        return of(401, ErrorCode.ACCESS_DENIED, detail, Map.of(Challenge.HEADER, challenge.text()));
    }

    /** 403. */
    public static Refusal forbidden(String detail) {
        return of(403, ErrorCode.ACCESS_DENIED, detail);
    }

    /** 404. */
    public static Refusal notFound(String detail) {
        return of(404, ErrorCode.OPERATION_NOT_FOUND, detail);
    }

    /** 405. */
    public static Refusal methodNotAllowed(String detail, String allow) {
        return of(405, ErrorCode.INVALID_OPERATION_TYPE, detail, Map.of("Allow", allow));
    }

    /** 406. */
    public static Refusal notAcceptable(String detail) {
        return of(406, ErrorCode.INVALID_OPERATION_TYPE, detail);
    }

    /** 408: the body does not arrive in time. */
    static Refusal tooSlow(String detail) {
        return new Refusal(new Problem(408, ErrorCode.TIMEOUT, detail, null, true), CLOSE);
    }

    /** 413. Says that the connection ends, as the rest of the body is not read from it. */
    static Refusal tooLarge(String detail) {
        return of(413, ErrorCode.VALIDATION_ERROR, detail, CLOSE);
    }

    static Refusal unsupportedType(String detail) {
        return of(415, ErrorCode.VALIDATION_ERROR, detail);
    }

    /** 422: it can be read, but it is not right. */
    public static Refusal invalid(String detail) {
        return of(422, ErrorCode.VALIDATION_ERROR, detail);
    }

    /** 500: a bug of this side. */
    static Refusal unexpected(String detail) {
        return of(500, ErrorCode.UNKNOWN_ERROR, detail);
    }

    static Refusal notImplemented(String detail) {
        return of(501, ErrorCode.VALIDATION_ERROR, detail);
    }

    /** 503: overloaded by all callers together, not by this one. */
    static Refusal overloaded(String detail) {
        return new Refusal(
                new Problem(503, ErrorCode.OVERLOADED, detail + "; try again later", null, true),
                Map.of("Retry-After", "1"));
    }

    /** As {@link #overloaded}; closes the connection, which would keep memory while it is idle. */
    static Refusal overloadedAndClosed(String detail) {
        return new Refusal(
                new Problem(503, ErrorCode.OVERLOADED, detail + "; try again later", null, true),
                Map.of("Retry-After", "1", "Connection", "close"));
    }
}
