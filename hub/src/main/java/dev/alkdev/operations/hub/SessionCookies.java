package dev.alkdev.operations.hub;

import dev.alkdev.operations.http.Exchange;

import java.net.URI;

/**
 * The cookies of the console: no script can read them, and no page of another site can have them
 * sent. Immutable; threads may share it.
 */
record SessionCookies(HubParts parts) {
    /** Sent with requests of pages of this site only. */
    void set(Exchange exchange, ConsoleSessions.Opened opened) {
        add(exchange, SessionAuthenticator.COOKIE + "=" + opened.secret(), "SameSite=Strict");
    }

    void clear(Exchange exchange) {
        add(exchange, SessionAuthenticator.COOKIE + "=; Max-Age=0", "SameSite=Strict");
    }

    private void add(Exchange exchange, String cookie, String site) {
        String secure = isSecure() ? "; Secure" : "";
        exchange.response()
                .addHeader("Set-Cookie", cookie + "; Path=/; HttpOnly; " + site + secure);
    }

    /** Whether browsers reach the hub over TLS only. */
    private boolean isSecure() {
        URI url = parts.config().publicUrl();
        return url == null
                ? parts.config().listen().tls() != null
                : "https".equalsIgnoreCase(url.getScheme());
    }
}
