package dev.alkdev.operations.http;

import dev.alkdev.operations.Caller;

import jakarta.servlet.http.HttpServletRequest;

/** Says who sends a request. It may block. Threads share it. */
@FunctionalInterface
public interface RequestAuthenticator {
    /**
     * Judges a request before anything else of it is looked at.
     *
     * @return {@link Caller#anonymous()} for a request without credentials, if those are let in
     * @throws AuthenticationException if credentials are missing or wrong: status 401
     */
    Caller authenticate(HttpServletRequest request) throws AuthenticationException;

    /** How to authenticate: {@code WWW-Authenticate} for anonymous callers who may not. */
    default String challenge() {
        return "Bearer";
    }

    /** Lets everybody in, as nobody in particular. */
    static RequestAuthenticator anonymous() {
        return request -> Caller.anonymous();
    }
}
