package dev.alkdev.operations.websocket;

import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.common.WebSocketSession;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.OpCode;
import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;

/** A WebSocket of Jetty. Texts of one batch leave in one write. */
final class JettyWire implements Wire {
    private final Session session;
    private final CoreSession core;

    JettyWire(Session session) {
        this.session = session;
        this.core = ((WebSocketSession) session).getCoreSession();
    }

    @Override
    public int maxBatch() {
        return 256;
    }

    @Override
    public void write(List<byte[]> texts, Consumer<@Nullable Throwable> ended) {
        int last = texts.size() - 1;
        for (int i = 0; i < last; i++) {
            // If one cannot be written, the last cannot either, and tells.
            core.sendFrame(frame(texts.get(i)), Callback.NOOP, true);
        }
        Callback callback = Callback.from(() -> ended.accept(null), ended);
        core.sendFrame(frame(texts.get(last)), callback, false);
    }

    private static Frame frame(byte[] text) {
        return new Frame(OpCode.TEXT).setPayload(ByteBuffer.wrap(text));
    }

    @Override
    public void ping() {
        session.sendPing(ByteBuffer.allocate(0), org.eclipse.jetty.websocket.api.Callback.NOOP);
    }

    @Override
    public void close(int code, String reason) {
        session.close(code, reason, org.eclipse.jetty.websocket.api.Callback.NOOP);
    }

    @Override
    public void abort() {
        session.disconnect();
    }
}
