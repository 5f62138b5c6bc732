package dev.alkdev.operations.websocket;

import jakarta.websocket.CloseReason;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.PongMessage;
import jakarta.websocket.Session;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Passes what a servlet container reads from one WebSocket to a {@link Connection}. The container
 * answers pings. Its thread that reads waits until there is a connection, since it would drop what
 * came before. Public only because containers ask for it.
 */
public final class JakartaSocket extends Endpoint implements Socket {
    private static final int BUFFER_SIZE = 64 * 1024;

    private final Consumer<Socket> opened;
    private final Duration patience;
    private final CompletableFuture<Connection> reading = new CompletableFuture<>();
    private final CompletableFuture<Connection.End> end = new CompletableFuture<>();
    private volatile @Nullable Session session;

    /**
     * A WebSocket that is not open yet.
     *
     * @param opened is called as soon as it is, and must not block
     * @param patience how long to wait for {@link #begin}
     */
    JakartaSocket(Consumer<Socket> opened, Duration patience) {
        this.opened = opened;
        this.patience = patience;
    }

    private Session session() {
        return Objects.requireNonNull(session, "the WebSocket is not open");
    }

    @Override
    public void onOpen(Session session, EndpointConfig config) {
        this.session = session;
        session.setMaxTextMessageBufferSize(BUFFER_SIZE);
        session.addMessageHandler(String.class, this::received);
        session.addMessageHandler(ByteBuffer.class, this::ignored);
        session.addMessageHandler(PongMessage.class, pong -> heard());
        opened.accept(this);
    }

    private void received(String part, boolean last) {
        Connection connection = connection();
        if (connection != null) {
            connection.received(ByteBuffer.wrap(part.getBytes(StandardCharsets.UTF_8)), last);
        }
    }

    /** Binary messages have no meaning here. */
    private void ignored(ByteBuffer part, boolean last) {
        heard();
    }

    private void heard() {
        Connection connection = connection();
        if (connection != null) {
            connection.heard();
        }
    }

    private @Nullable Connection connection() {
        try {
            return reading.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (ExecutionException | TimeoutException e) {
            return null;
        }
    }

    @Override
    public void onClose(Session session, CloseReason reason) {
        String phrase = reason.getReasonPhrase();
        end.complete(
                new Connection.End(reason.getCloseCode().getCode(), phrase == null ? "" : phrase));
    }

    @Override
    public void onError(Session session, Throwable cause) {
        String message = cause.getMessage();
        end.complete(
                new Connection.End(
                        CloseCode.ABNORMAL,
                        message == null ? cause.getClass().getSimpleName() : message));
    }

    @Override
    public Wire wire() {
        return new JakartaWire(session());
    }

    @Override
    public void onEarlyEnd(Runnable listener) {
        var unused =
                end.thenRun(
                        () -> {
                            if (!reading.isDone()) {
                                listener.run();
                            }
                        });
    }

    @Override
    public void idleTimeout(Duration timeout) {
        session().setMaxIdleTimeout(timeout.toMillis());
    }

    @Override
    public void begin(Connection connection) {
        reading.complete(connection);
        var unused = end.thenAccept(how -> connection.closed(how.code(), how.reason()));
    }

    @Override
    public void refuse(int code, String reason) {
        wire().close(code, reason);
    }
}
