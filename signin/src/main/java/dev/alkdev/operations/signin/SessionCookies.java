package dev.alkdev.operations.signin;

import dev.alkdev.operations.http.Exchange;

import jakarta.servlet.http.HttpServletRequest;

/**
 * The cookies of a browser: no script can read them, and no page of another site can have that of a
 * session sent. A browser sends cookies to all ports of a host, so that the port is in their names:
 * otherwise programs on one host would sign each other out. Immutable; threads may share it.
 */
record SessionCookies(SignInSite site) {
    static final String SESSION = "operations-console-";

    void set(Exchange exchange, Sessions.Opened opened) {
        add(exchange, session(exchange.request()) + "=" + opened.secret() + ofSession());
    }

    void clear(Exchange exchange) {
        add(exchange, session(exchange.request()) + "=; Max-Age=0" + ofSession());
    }

    void setLogin(Exchange exchange, String name, String value) {
        long seconds = LoginFlows.PATIENCE.toSeconds();
        add(exchange, name + "=" + value + "; Max-Age=" + seconds + ofLogin());
    }

    void clearLogin(Exchange exchange, String name) {
        add(exchange, name + "=; Max-Age=0" + ofLogin());
    }

    /**
     * The name of the session's cookie. Over TLS browsers take a cookie with this prefix from this
     * very host only, not from its neighbours; it must be for all paths then.
     */
    String session(HttpServletRequest request) {
        String prefix = site.isSecure() && site.path().isEmpty() ? "__Host-" : "";
        return prefix + SESSION + site.port(request);
    }

    private String ofSession() {
        return "; Path=" + site.path() + "/; HttpOnly; SameSite=Strict";
    }

    /** Sent along when an issuer sends the browser back, which is another site. */
    private String ofLogin() {
        return "; Path=" + site.path() + site.api() + "; HttpOnly; SameSite=Lax";
    }

    private void add(Exchange exchange, String cookie) {
        exchange.response().addHeader("Set-Cookie", site.isSecure() ? cookie + "; Secure" : cookie);
    }
}
