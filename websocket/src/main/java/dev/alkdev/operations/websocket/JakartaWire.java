package dev.alkdev.operations.websocket;

import jakarta.websocket.CloseReason;
import jakarta.websocket.Session;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/** Writes to a WebSocket of a servlet container. */
final class JakartaWire implements Wire {
    private static final Logger LOG = LoggerFactory.getLogger(JakartaWire.class);

    private final Session session;
    private final boolean lines;

    JakartaWire(Session session) {
        this.session = session;
        this.lines = Lines.PROTOCOL.equals(session.getNegotiatedSubprotocol());
    }

    @Override
    public boolean hasLines() {
        return lines;
    }

    @Override
    public void write(List<byte[]> events, Consumer<@Nullable Throwable> ended) {
        Throwable problem = null;
        try {
            int from = 0;
            while (from < events.size()) {
                int to = Lines.endOfMessage(events, from, lines);
                ByteBuffer message = Lines.join(events.subList(from, to));
                String text = StandardCharsets.UTF_8.decode(message.duplicate()).toString();
                session.getBasicRemote().sendText(text);
                Lines.giveBack(message);
                from = to;
            }
        } catch (IOException | RuntimeException e) {
            problem = e;
        }
        ended.accept(problem);
    }

    @Override
    public void ping() {
        attempt(() -> session.getBasicRemote().sendPing(ByteBuffer.allocate(0)));
    }

    @Override
    public void close(int code, String reason) {
        attempt(
                () ->
                        session.close(
                                new CloseReason(
                                        CloseReason.CloseCodes.getCloseCode(code), reason)));
    }

    /** The API has no harder way: the container waits some time for the peer. */
    @Override
    public void abort() {
        attempt(session::close);
    }

    private interface Step {
        void run() throws IOException;
    }

    /** What cannot be sent is at its end already, and the container reports that. */
    private static void attempt(Step step) {
        Thread.startVirtualThread(
                () -> {
                    try {
                        step.run();
                    } catch (IOException | RuntimeException e) {
                        LOG.debug("A WebSocket is at its end", e);
                    }
                });
    }
}
