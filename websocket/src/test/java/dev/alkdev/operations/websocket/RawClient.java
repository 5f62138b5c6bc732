package dev.alkdev.operations.websocket;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A WebSocket client that sends whatever it is told, and reads only what it asked for. */
final class RawClient implements WebSocket.Listener, AutoCloseable {
    private final HttpClient client = HttpClient.newBuilder().executor(Runnable::run).build();
    private final StringBuilder text = new StringBuilder();
    final BlockingQueue<String> texts = new LinkedBlockingQueue<>();
    final CompletableFuture<String> closed = new CompletableFuture<>();
    final WebSocket socket;

    RawClient(URI uri, String... subprotocols) {
        WebSocket.Builder builder = client.newWebSocketBuilder();
        if (subprotocols.length > 0) {
            builder.subprotocols(
                    subprotocols[0], Arrays.copyOfRange(subprotocols, 1, subprotocols.length));
        }
        socket = builder.buildAsync(uri, this).orTimeout(30, TimeUnit.SECONDS).join();
    }

    void send(String part, boolean last) {
        socket.sendText(part, last).orTimeout(30, TimeUnit.SECONDS).join();
    }

    /**
     * Sends what the server is to refuse: it may close the connection while this is still under
     * way.
     */
    void sendRefused(String part) {
        var unused = socket.sendText(part, false);
    }

    @Nullable String nextText() throws InterruptedException {
        socket.request(1);
        return texts.poll(30, TimeUnit.SECONDS);
    }

    /** Reads on and gives code and reason of the close frame. */
    String awaitClosed() {
        socket.request(Long.MAX_VALUE);
        return closed.orTimeout(30, TimeUnit.SECONDS).join();
    }

    @Override
    public void onOpen(WebSocket webSocket) {
        // Reads nothing before it is told to.
    }

    @Override
    public @Nullable CompletionStage<?> onText(
            WebSocket webSocket, CharSequence part, boolean last) {
        text.append(part);
        if (last) {
            texts.add(text.toString());
            text.setLength(0);
        } else {
            webSocket.request(1);
        }
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket webSocket, int code, String reason) {
        closed.complete(code + " " + reason);
        return null;
    }

    @Override
    public void onError(WebSocket webSocket, Throwable error) {
        closed.completeExceptionally(error);
    }

    @Override
    public void close() {
        socket.abort();
        client.shutdownNow();
    }
}
