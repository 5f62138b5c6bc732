package dev.alkdev.operations.websocket;

import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.Function;

/** Passes on what Jetty tells of one WebSocket. */
public final class ServerEvents implements Session.Listener {
    private final Function<Session, ServerLink> links;
    private @Nullable ServerLink link;

    ServerEvents(Function<Session, ServerLink> links) {
        this.links = links;
    }

    @Override
    public void onWebSocketOpen(Session session) {
        // The heartbeat watches over silence, the assembler over size.
        session.setIdleTimeout(Duration.ZERO);
        session.setMaxTextMessageSize(0);
        link = links.apply(session);
    }

    @Override
    public void onWebSocketPartialText(String payload, boolean last) {
        if (link != null) {
            link.received(payload, last);
        }
    }

    @Override
    public void onWebSocketPong(ByteBuffer payload) {
        if (link != null) {
            link.heard();
        }
    }

    @Override
    public void onWebSocketError(Throwable cause) {
        if (link != null) {
            link.closed(CloseCode.ABNORMAL, String.valueOf(cause.getMessage()));
        }
    }

    @Override
    public void onWebSocketClose(int statusCode, @Nullable String reason, Callback callback) {
        if (link != null) {
            link.closed(statusCode, reason == null ? "" : reason);
        }
        callback.succeed();
    }
}
