package dev.alkdev.operations.hub;

import dev.alkdev.operations.http.Exchange;

import jakarta.servlet.http.Cookie;

import java.net.URI;

/**
 * The cookies of the console: no script can read them, and no page of another site can have that of
 * a session sent. Immutable; threads may share it.
 */
record SessionCookies(HubParts parts) {
    private static final String SESSION = SessionAuthenticator.COOKIE + "=";
    private static final String OF_SESSION = "; Path=/; HttpOnly; SameSite=Strict";
    private static final String LOGIN = "operations-console-login";

    /** Sent along when an issuer sends the browser back, which is another site. */
    private static final String OF_LOGIN =
            "; Path=" + ConsoleGateway.API + "; HttpOnly; SameSite=Lax";

    void set(Exchange exchange, ConsoleSessions.Opened opened) {
        add(exchange, SESSION + opened.secret() + OF_SESSION);
    }

    void clear(Exchange exchange) {
        add(exchange, SESSION + "; Max-Age=0" + OF_SESSION);
    }

    void setLogin(Exchange exchange, String secret) {
        long seconds = LoginFlows.PATIENCE.toSeconds();
        add(exchange, LOGIN + "=" + secret + "; Max-Age=" + seconds + OF_LOGIN);
    }

    void clearLogin(Exchange exchange) {
        add(exchange, LOGIN + "=; Max-Age=0" + OF_LOGIN);
    }

    /** Whether the browser is the one that was given a secret. */
    boolean hasLogin(Exchange exchange, TokenHash expected) {
        Cookie[] cookies = exchange.request().getCookies();
        if (cookies == null) {
            return false;
        }
        for (Cookie cookie : cookies) {
            if (cookie.getName().equals(LOGIN) && expected.matches(cookie.getValue())) {
                return true;
            }
        }
        return false;
    }

    private void add(Exchange exchange, String cookie) {
        exchange.response().addHeader("Set-Cookie", isSecure() ? cookie + "; Secure" : cookie);
    }

    /** Whether browsers reach the hub over TLS only. */
    private boolean isSecure() {
        URI url = parts.config().publicUrl();
        return url == null
                ? parts.config().listen().tls() != null
                : "https".equalsIgnoreCase(url.getScheme());
    }
}
