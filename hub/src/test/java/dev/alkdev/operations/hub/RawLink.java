package dev.alkdev.operations.hub;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/** The end of a link that sends what it is told, also such as no decent peer would. */
final class RawLink implements WebSocket.Listener, AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final StringBuilder text = new StringBuilder();
    private final @Nullable BiConsumer<RawLink, String> reader;
    private final WebSocket socket;

    /** A WebSocket takes one text at a time; the links' own threads must not wait for that. */
    private CompletableFuture<WebSocket> sent = new CompletableFuture<>();

    private RawLink(URI hub, @Nullable BiConsumer<RawLink, String> reader) {
        this.reader = reader;
        URI uri = URI.create(hub.toString().replaceFirst("http", "ws") + "/link");
        socket =
                client.newWebSocketBuilder()
                        .buildAsync(uri, this)
                        .orTimeout(30, TimeUnit.SECONDS)
                        .join();
    }

    /** One that never reads. */
    static RawLink deaf(URI hub) {
        return new RawLink(hub, null);
    }

    /** One that gives each text to a reader, in turn. */
    static RawLink reading(URI hub, BiConsumer<RawLink, String> reader) {
        return new RawLink(hub, reader);
    }

    static String request(String id, String operationId, String more) {
        return """
        {"type":"call.requested","id":"%1$s",
         "payload":{"requestId":"%1$s","operationId":"%2$s","input":{}%3$s}}
        """
                .formatted(id, operationId, more);
    }

    void send(String event) {
        socket.sendText(event, true).orTimeout(30, TimeUnit.SECONDS).join();
    }

    /** As {@link #send}, for the reader, which must not wait. */
    void answer(String event) {
        sent = sent.thenCompose(webSocket -> webSocket.sendText(event, true));
    }

    @Override
    public void onOpen(WebSocket webSocket) {
        sent.complete(webSocket);
        if (reader != null) {
            webSocket.request(Long.MAX_VALUE);
        }
    }

    @Override
    public @Nullable CompletionStage<?> onText(
            WebSocket webSocket, CharSequence part, boolean last) {
        text.append(part);
        if (last && reader != null) {
            String whole = text.toString();
            text.setLength(0);
            reader.accept(this, whole);
        }
        return null;
    }

    @Override
    public void close() {
        socket.abort();
        client.shutdownNow();
    }
}
