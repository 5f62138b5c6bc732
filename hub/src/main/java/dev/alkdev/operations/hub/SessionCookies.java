package dev.alkdev.operations.hub;

import dev.alkdev.operations.http.Exchange;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;

import java.net.URI;

/**
 * The cookies of the console: no script can read them, and no page of another site can have that of
 * a session sent. A browser sends cookies to all ports of a host, so that the port is in their
 * names: otherwise hubs on one host would sign each other out. Immutable; threads may share it.
 */
record SessionCookies(HubParts parts) {
    static final String SESSION = "operations-console-";
    private static final String LOGIN = "operations-sign-in-";
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    void set(Exchange exchange, ConsoleSessions.Opened opened) {
        add(exchange, session(exchange.request()) + "=" + opened.secret() + ofSession());
    }

    void clear(Exchange exchange) {
        add(exchange, session(exchange.request()) + "=; Max-Age=0" + ofSession());
    }

    void setLogin(Exchange exchange, String secret) {
        long seconds = LoginFlows.PATIENCE.toSeconds();
        add(exchange, login(exchange) + "=" + secret + "; Max-Age=" + seconds + ofLogin());
    }

    void clearLogin(Exchange exchange) {
        add(exchange, login(exchange) + "=; Max-Age=0" + ofLogin());
    }

    /** Whether the browser is the one that was given a secret. */
    boolean hasLogin(Exchange exchange, TokenHash expected) {
        Cookie[] cookies = exchange.request().getCookies();
        if (cookies == null) {
            return false;
        }
        String name = login(exchange);
        for (Cookie cookie : cookies) {
            if (cookie.getName().equals(name) && expected.matches(cookie.getValue())) {
                return true;
            }
        }
        return false;
    }

    /**
     * The name of the session's cookie. Over TLS browsers take a cookie with this prefix from this
     * very host only, not from its neighbours; it must be for all paths then.
     */
    String session(HttpServletRequest request) {
        String prefix = isSecure() && path().isEmpty() ? "__Host-" : "";
        return prefix + SESSION + port(request);
    }

    private String login(Exchange exchange) {
        return LOGIN + port(exchange.request());
    }

    /** The port that browsers use, as far as anybody knows. */
    private int port(HttpServletRequest request) {
        URI url = parts.config().publicUrl();
        if (url == null) {
            return request.getServerPort();
        }
        int standard = isSecure() ? HTTPS : HTTP;
        return url.getPort() < 0 ? standard : url.getPort();
    }

    private String ofSession() {
        return "; Path=" + path() + "/; HttpOnly; SameSite=Strict";
    }

    /** Sent along when an issuer sends the browser back, which is another site. */
    private String ofLogin() {
        return "; Path=" + path() + ConsoleGateway.API + "; HttpOnly; SameSite=Lax";
    }

    private String path() {
        return parts.publicPath();
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
