package dev.alkdev.operations.http;

import dev.alkdev.operations.Caller;

import jakarta.servlet.http.HttpServletRequest;

/** Authenticates requests. It may block. Threads share it. */
@FunctionalInterface
public interface RequestAuthenticator {
    /**
     * Authenticates a request before anything else of it is read.
     *
     * @return {@link Caller#anonymous()} for a request without credentials, if those are allowed
     * @throws AuthenticationException if credentials are missing or wrong: status 401
     */
    Caller authenticate(HttpServletRequest request) throws AuthenticationException;

    /** How to authenticate: {@code WWW-Authenticate} for anonymous callers who may not. */
    default String challenge() {
        return "Bearer";
    }

    /** Admits everybody as anonymous. */
    static RequestAuthenticator anonymous() {
        return request -> Caller.anonymous();
    }
}
