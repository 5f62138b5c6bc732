package dev.alkdev.operations.websocket;

import dev.alkdev.operations.Caller;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;

import javax.net.ssl.SSLContext;

/** The options of a client link. */
record ClientSettings(
        URI uri,
        Map<String, String> headers,
        @Nullable Supplier<String> bearerToken,
        @Nullable SSLContext sslContext,
        Duration connectTimeout,
        ReconnectPolicy reconnect,
        WebSocketOptions options,
        Caller peer,
        boolean trustsIdentities) {

    /** Where the link leads to, without user, query and fragment: they may hold secrets. */
    String name() {
        return nameOf(uri);
    }

    static String nameOf(URI uri) {
        String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
        return uri.getScheme() + "://" + uri.getHost() + port + uri.getRawPath();
    }
}
