package dev.alkdev.operations.websocket;

import org.jspecify.annotations.Nullable;

import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletionStage;

/** Passes on what the JDK's client tells of one WebSocket. */
final class ClientEvents implements WebSocket.Listener {
    private volatile @Nullable Connection connection;

    /** Begins to read. Nothing is read before, and from then on everything that comes. */
    void begin(WebSocket socket, Connection connection) {
        this.connection = connection;
        socket.request(Long.MAX_VALUE);
    }

    @Override
    public void onOpen(WebSocket socket) {
        // Nothing is wanted before the link is ready for it.
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
        Connection now = connection;
        if (now != null) {
            now.received(part, last);
        }
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer part, boolean last) {
        return heard();
    }

    @Override
    public @Nullable CompletionStage<?> onPing(WebSocket socket, ByteBuffer message) {
        return heard();
    }

    @Override
    public @Nullable CompletionStage<?> onPong(WebSocket socket, ByteBuffer message) {
        return heard();
    }

    private @Nullable CompletionStage<?> heard() {
        Connection now = connection;
        if (now != null) {
            now.heard();
        }
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
        Connection now = connection;
        if (now != null) {
            now.closed(code, reason);
        }
        return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
        Connection now = connection;
        if (now != null) {
            now.closed(CloseCode.ABNORMAL, String.valueOf(error.getMessage()));
        }
    }
}
