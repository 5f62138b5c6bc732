package dev.alkdev.operations.websocket;

import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.OpCode;
import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;

/** A WebSocket, as far as it is written to. Nothing here blocks. */
final class Wire {
    /**
     * The subprotocol in which a text message may hold several events, one on each line. Both sides
     * know it or each event is a message of its own.
     */
    static final String LINES = "operations.lines";

    /** How many bytes a message with several events has at the most. */
    static final int MAX_LINES = 64 * 1024;

    /** How many events may be written at once. */
    static final int MAX_BATCH = 256;

    private final CoreSession session;
    private final boolean lines;

    Wire(CoreSession session) {
        this.session = session;
        this.lines = LINES.equals(session.getNegotiatedSubProtocol());
    }

    /** Whether messages may hold several events. */
    boolean hasLines() {
        return lines;
    }

    /**
     * Writes events in UTF-8, in one write to the socket. The next call comes only after the last
     * has ended.
     *
     * @param ended is called once, on whatever thread: with null if all was written, else the
     *     failure
     */
    void write(List<byte[]> events, Consumer<@Nullable Throwable> ended) {
        Callback callback = Callback.from(() -> ended.accept(null), ended);
        int from = 0;
        while (from < events.size()) {
            int to = endOfMessage(events, from);
            boolean last = to == events.size();
            // If one cannot be written, the last cannot either, and its callback reports it.
            session.sendFrame(frame(events, from, to), last ? callback : Callback.NOOP, !last);
            from = to;
        }
    }

    private int endOfMessage(List<byte[]> events, int from) {
        int to = from + 1;
        long size = events.get(from).length;
        while (lines && to < events.size() && size + events.get(to).length < MAX_LINES) {
            size += 1 + events.get(to).length;
            to++;
        }
        return to;
    }

    private static Frame frame(List<byte[]> events, int from, int to) {
        byte[] message = to == from + 1 ? events.get(from) : Lines.join(events.subList(from, to));
        return new Frame(OpCode.TEXT).setPayload(ByteBuffer.wrap(message));
    }

    void ping() {
        session.sendFrame(new Frame(OpCode.PING), Callback.NOOP, false);
    }

    /** Answers a ping. */
    void pong(ByteBuffer payload, Callback callback) {
        session.sendFrame(new Frame(OpCode.PONG).setPayload(payload), callback, false);
    }

    /** Starts the closing handshake. */
    void close(int code, String reason) {
        session.close(code, reason, Callback.NOOP);
    }

    /** Drops the connection. */
    void abort() {
        session.abort();
    }
}
