package dev.alkdev.operations.signin;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.http.AuthenticationException;
import dev.alkdev.operations.http.Refusal;
import dev.alkdev.operations.http.RequestAuthenticator;
import dev.alkdev.operations.web.Challenge;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Authenticates the console's own requests by the session cookie, and all others by their token.
 * Since a browser sends a cookie by itself, whatever runs or changes something must have a header
 * as well that only pages of this origin can know. Threads share it.
 */
final class SessionAuthenticator implements RequestAuthenticator {
    static final String CSRF = "X-Console-Csrf";

    /** A page of a neighbouring host can add cookies of the same name, but not read ours. */
    private static final int MOST_COOKIES = 4;

    private static final int LONGEST = 100;
    private static final String OPERATION = "/operations/";
    private static final String SPEC = "/spec";
    private static final String ENDED = "the session has ended";

    private final RequestAuthenticator tokens;
    private final Sessions sessions;
    private final SessionCookies names;

    SessionAuthenticator(RequestAuthenticator tokens, Sessions sessions, SessionCookies names) {
        this.tokens = tokens;
        this.sessions = sessions;
        this.names = names;
    }

    /** The session of a request; null if it has none, or shows a token. */
    Sessions.@Nullable Known session(HttpServletRequest request) {
        Cookie[] cookies = request.getCookies();
        if (cookies == null || request.getHeader("Authorization") != null) {
            return null;
        }
        String name = names.session(request);
        int tried = 0;
        for (Cookie cookie : cookies) {
            if (cookie.getName().equals(name)
                    && cookie.getValue().length() <= LONGEST
                    && tried++ < MOST_COOKIES) {
                Sessions.Known known = sessions.find(cookie.getValue());
                if (known != null) {
                    return known;
                }
            }
        }
        return null;
    }

    @Override
    public Caller authenticate(HttpServletRequest request) throws AuthenticationException {
        Sessions.Known known = session(request);
        if (known == null) {
            return tokens.authenticate(request);
        }
        if (needsCsrf(request)) {
            checkCsrf(known.session(), request);
        }
        return Caller.of(known.identity());
    }

    /**
     * Checks that a request is of the console.
     *
     * @throws Refusal 403 if it does not
     */
    static void checkCsrf(Session session, HttpServletRequest request) {
        if (!session.hasCsrf(request.getHeader(CSRF))) {
            throw Refusal.forbidden(
                    "a request with the session of the console needs the header "
                            + CSRF
                            + "; programs use a token");
        }
    }

    /** All but what merely describes: a GET can call as well. */
    private static boolean needsCsrf(HttpServletRequest request) {
        String method = request.getMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            return true;
        }
        String below = request.getPathInfo();
        String path = below == null ? request.getServletPath() : below;
        return path.startsWith(OPERATION) && !path.endsWith(SPEC);
    }

    @Override
    public Challenge challenge(HttpServletRequest request) {
        return tokens.challenge(request);
    }

    @Override
    public Optional<Instant> expiry(HttpServletRequest request) {
        Sessions.Known known = session(request);
        return known == null ? tokens.expiry(request) : Optional.of(known.session().expires());
    }

    /** Also when the session is ended before: by signing out, or since its token is revoked. */
    @Override
    public Registration atExpiry(
            HttpServletRequest request, TimeSource time, Consumer<String> end) {
        Sessions.Known known = session(request);
        if (known == null) {
            return RequestAuthenticator.super.atExpiry(request, time, end);
        }
        Runnable ended = () -> end.accept(ENDED);
        Registration expiry =
                RequestAuthenticator.super.atExpiry(request, time, reason -> ended.run());
        Registration ending = known.session().onEnd(() -> Thread.startVirtualThread(ended));
        return () -> {
            ending.close();
            expiry.close();
        };
    }
}
