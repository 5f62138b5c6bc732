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
    /** How many texts may be written at once. */
    static final int MAX_BATCH = 256;

    private final CoreSession session;

    Wire(CoreSession session) {
        this.session = session;
    }

    /**
     * Writes texts in UTF-8, each as one message, in one write to the socket. The next call comes
     * only after the last has ended.
     *
     * @param ended is called once, on whatever thread: with null if all was written, else the
     *     failure
     */
    void write(List<byte[]> texts, Consumer<@Nullable Throwable> ended) {
        int last = texts.size() - 1;
        for (int i = 0; i < last; i++) {
            // If one cannot be written, the last cannot either, and its callback reports it.
            session.sendFrame(frame(texts.get(i)), Callback.NOOP, true);
        }
        Callback callback = Callback.from(() -> ended.accept(null), ended);
        session.sendFrame(frame(texts.get(last)), callback, false);
    }

    private static Frame frame(byte[] text) {
        return new Frame(OpCode.TEXT).setPayload(ByteBuffer.wrap(text));
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
