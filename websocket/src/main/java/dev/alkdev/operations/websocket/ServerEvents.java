package dev.alkdev.operations.websocket;

import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Frame;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.function.Function;

/** Passes on what Jetty tells of one WebSocket. Public because Jetty calls it by reflection. */
public final class ServerEvents implements Session.Listener {
    private static final byte TEXT = 1;
    private static final byte PING = 9;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Function<Session, ServerLink> links;
    private @Nullable ServerLink link;

    ServerEvents(Function<Session, ServerLink> links) {
        this.links = links;
    }

    @Override
    public void onWebSocketOpen(Session session) {
        link = links.apply(session);
    }

    @Override
    public void onWebSocketFrame(Frame frame, Callback callback) {
        if (link != null) {
            if (frame.getEffectiveOpCode() == TEXT) {
                ByteBuffer part = frame.hasPayload() ? frame.getPayload() : NOTHING;
                link.received(part, frame.isFin());
            } else {
                if (frame.getEffectiveOpCode() == PING) {
                    link.pinged(frame.hasPayload() ? frame.getPayload() : NOTHING);
                }
                link.heard();
            }
        }
        callback.succeed();
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
