package dev.alkdev.operations.http;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.web.Challenge;

import jakarta.servlet.http.HttpServletRequest;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/** Authenticates requests. It may block. Threads share it. */
@FunctionalInterface
public interface RequestAuthenticator {
    /**
     * Authenticates a request before anything else of it is read.
     *
     * @return {@link Caller#anonymous()} for a request without credentials, if those are allowed
     * @throws AuthenticationException if credentials are missing or wrong: status 401
     * @throws CallException if nobody can tell for now, as {@code UNAVAILABLE}: status 503
     */
    Caller authenticate(HttpServletRequest request) throws AuthenticationException;

    /** How to authenticate: {@code WWW-Authenticate} for callers who may not. */
    default Challenge challenge(HttpServletRequest request) {
        return Challenge.bearer();
    }

    /**
     * When the credentials of a request that was authenticated expire; its streams end then. Asked
     * on the thread that authenticated it.
     */
    default Optional<Instant> expiry(HttpServletRequest request) {
        return Optional.empty();
    }

    /**
     * Runs an action when the credentials of a request expire, unless it is closed before.
     *
     * @param end takes the reason, for people
     */
    default Registration atExpiry(
            HttpServletRequest request, TimeSource time, Consumer<String> end) {
        Runnable expired = () -> end.accept("the token has expired");
        return expiry(request)
                .map(at -> Duration.between(time.now(), at))
                .map(left -> left.isNegative() ? Duration.ZERO : left)
                .map(left -> time.schedule(left, () -> Thread.startVirtualThread(expired)))
                .orElse(() -> {});
    }

    /** Admits everybody as anonymous. */
    static RequestAuthenticator anonymous() {
        return request -> Caller.anonymous();
    }
}
