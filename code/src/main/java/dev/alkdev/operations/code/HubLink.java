package dev.alkdev.operations.code;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.websocket.WebSocketClientLink;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Supplier;

/** Links a client to a hub. The only class that needs the WebSocket module. */
final class HubLink {
    private HubLink() {}

    /**
     * Opens a link and waits until it is up.
     *
     * @param required whether it fails if the link is not up in time, or goes on trying
     */
    static Peer open(
            URI hub, @Nullable Supplier<String> token, Duration timeout, boolean required) {
        WebSocketClientLink.Builder builder = WebSocketClientLink.to(address(hub));
        WebSocketClientLink link = (token == null ? builder : builder.bearerToken(token)).build();
        Peer peer = Peer.over(link, OperationRegistry.create());
        try {
            link.awaitUp(timeout);
        } catch (RuntimeException e) {
            if (required) {
                peer.close();
                throw e;
            }
        }
        return peer;
    }

    /** Where a hub serves links, by the address that people know it by. */
    private static URI address(URI hub) {
        String scheme = String.valueOf(hub.getScheme()).toLowerCase(Locale.ROOT);
        String path = hub.getRawPath();
        boolean bare = path == null || path.isEmpty() || path.equals("/");
        if (scheme.startsWith("ws") && !bare) {
            return hub;
        }
        String socket = scheme.startsWith("http") ? "ws" + scheme.substring(4) : scheme;
        return URI.create(socket + "://" + hub.getRawAuthority() + (bare ? "/link" : path));
    }
}
