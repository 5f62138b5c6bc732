package dev.alkdev.operations.websocket;

import org.jspecify.annotations.Nullable;

import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/** A WebSocket of the JDK's client. It takes one text at a time. */
final class JdkWire implements Wire {
    private final WebSocket socket;

    JdkWire(WebSocket socket) {
        this.socket = socket;
    }

    @Override
    public int maxBatch() {
        return 1;
    }

    @Override
    public void write(List<byte[]> texts, Consumer<@Nullable Throwable> ended) {
        String text = new String(texts.getFirst(), StandardCharsets.UTF_8);
        var unused =
                socket.sendText(text, true).whenComplete((done, problem) -> ended.accept(problem));
    }

    @Override
    public void ping() {
        // If it fails, so does the connection, or nothing will be heard of the peer.
        var unused = socket.sendPing(ByteBuffer.allocate(0));
    }

    @Override
    public void close(int code, String reason) {
        // Whoever closes waits for the end in any case, not for this.
        var unused = socket.sendClose(code, reason);
    }

    @Override
    public void abort() {
        socket.abort();
    }
}
