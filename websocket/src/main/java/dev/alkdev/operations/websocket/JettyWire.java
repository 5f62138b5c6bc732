package dev.alkdev.operations.websocket;

import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.OpCode;
import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;

/** Writes to a WebSocket of Jetty. Nothing here blocks. */
final class JettyWire implements Wire {
    private final CoreSession session;
    private final boolean lines;

    JettyWire(CoreSession session) {
        this.session = session;
        this.lines = Lines.PROTOCOL.equals(session.getNegotiatedSubProtocol());
    }

    @Override
    public boolean hasLines() {
        return lines;
    }

    /** All of them in one write to the socket. */
    @Override
    public void write(List<byte[]> events, Consumer<@Nullable Throwable> ended) {
        int from = 0;
        while (from < events.size()) {
            int to = Lines.endOfMessage(events, from, lines);
            boolean last = to == events.size();
            ByteBuffer message = Lines.join(events.subList(from, to));
            // If one cannot be written, the last cannot either, and its callback reports it.
            Callback callback =
                    Callback.from(
                            () -> written(message, last ? ended : null),
                            last ? ended : problem -> {});
            session.sendFrame(new Frame(OpCode.TEXT).setPayload(message), callback, !last);
            from = to;
        }
    }

    private static void written(ByteBuffer message, @Nullable Consumer<@Nullable Throwable> ended) {
        Lines.giveBack(message);
        if (ended != null) {
            ended.accept(null);
        }
    }

    @Override
    public void ping() {
        session.sendFrame(new Frame(OpCode.PING), Callback.NOOP, false);
    }

    /** Answers a ping. */
    void pong(ByteBuffer payload, Callback callback) {
        session.sendFrame(new Frame(OpCode.PONG).setPayload(payload), callback, false);
    }

    @Override
    public void close(int code, String reason) {
        session.close(code, reason, Callback.NOOP);
    }

    @Override
    public void abort() {
        session.abort();
    }
}
