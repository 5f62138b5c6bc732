package dev.alkdev.operations.websocket;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.OpCode;
import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Passes what Jetty reads from one WebSocket to a {@link Connection}. Nothing is read before there
 * is one. The same at both sides.
 */
final class JettySocket implements FrameHandler, Socket {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Consumer<JettySocket> opened;
    private final Mutex lock = new Mutex();
    private volatile @Nullable CoreSession session;
    private volatile @Nullable Reading reading;
    private @Nullable Runnable endListener;
    private Connection.@Nullable End endBeforeReading;

    /** Whether the message that is being read is a binary one, which is ignored. */
    private boolean binary;

    /** A connection and what it takes to read on. */
    private record Reading(CoreSession session, Connection connection, Pongs pongs) {}

    /**
     * Events of a WebSocket that is not open yet.
     *
     * @param opened is called as soon as it is, and must not block
     */
    JettySocket(Consumer<JettySocket> opened) {
        this.opened = opened;
    }

    /** The WebSocket, which must be open. */
    private CoreSession session() {
        return Objects.requireNonNull(session, "the WebSocket is not open");
    }

    @Override
    public Wire wire() {
        return new JettyWire(session());
    }

    @Override
    public void idleTimeout(Duration timeout) {
        session().setIdleTimeout(timeout);
    }

    @Override
    public void refuse(int code, String reason) {
        CoreSession refused = session();
        Callback last = Callback.from(refused::abort, problem -> refused.abort());
        refused.close(code, reason, last);
    }

    @Override
    public void onEarlyEnd(Runnable listener) {
        try (Registration held = lock.hold()) {
            endListener = listener;
        }
    }

    @Override
    public void begin(Connection connection) {
        CoreSession session = session();
        Connection.End end;
        try (Registration held = lock.hold()) {
            reading = new Reading(session, connection, new Pongs(new JettyWire(session)));
            end = endBeforeReading;
        }
        if (end == null) {
            session.demand();
        } else {
            connection.closed(end.code(), end.reason());
        }
    }

    @Override
    public void onOpen(CoreSession session, Callback callback) {
        this.session = session;
        opened.accept(this);
        callback.succeeded();
    }

    @Override
    public void onFrame(Frame frame, Callback callback) {
        Reading now = reading;
        if (now == null) {
            callback.succeeded();
            return;
        }
        receive(frame, now);
        callback.succeeded();
        if (frame.getOpCode() != OpCode.CLOSE) {
            now.session().demand();
        }
    }

    private void receive(Frame frame, Reading now) {
        ByteBuffer payload = frame.hasPayload() ? frame.getPayload() : NOTHING;
        if (frame.isDataFrame()) {
            binary |= frame.getOpCode() == OpCode.BINARY;
            if (!binary) {
                now.connection().received(payload, frame.isFin());
                return;
            }
            binary = !frame.isFin();
        } else if (frame.getOpCode() == OpCode.PING) {
            now.pongs().answer(payload);
        }
        now.connection().heard();
    }

    @Override
    public void onError(Throwable cause, Callback callback) {
        String message = cause.getMessage();
        ended(CloseCode.ABNORMAL, message == null ? cause.getClass().getSimpleName() : message);
        callback.succeeded();
    }

    @Override
    public void onClosed(CloseStatus status, Callback callback) {
        String reason = status.getReason();
        ended(status.getCode(), reason == null ? "" : reason);
        callback.succeeded();
    }

    private void ended(int code, String reason) {
        Reading now;
        Runnable listener = null;
        try (Registration held = lock.hold()) {
            now = reading;
            if (now == null && endBeforeReading == null) {
                endBeforeReading = new Connection.End(code, reason);
                listener = endListener;
            }
        }
        if (now != null) {
            now.connection().closed(code, reason);
        } else if (listener != null) {
            listener.run();
        }
    }
}
