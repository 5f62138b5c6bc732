package dev.alkdev.operations.websocket;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;

/**
 * Answers pings. One answer is under way at a time: who sends pings and reads nothing gets only
 * that to the last, as RFC 6455 allows, so that answers do not pile up. Threads may share it.
 */
final class Pongs {
    private final JettyWire wire;
    private final Mutex lock = new Mutex();
    private @Nullable ByteBuffer next;
    private boolean sending;

    Pongs(JettyWire wire) {
        this.wire = wire;
    }

    void answer(ByteBuffer payload) {
        ByteBuffer copy = ByteBuffer.allocate(payload.remaining()).put(payload.duplicate()).flip();
        try (Registration held = lock.hold()) {
            next = copy;
            if (sending) {
                return;
            }
            sending = true;
        }
        sendNext();
    }

    private void sendNext() {
        ByteBuffer payload;
        try (Registration held = lock.hold()) {
            payload = next;
            next = null;
            sending = payload != null;
        }
        if (payload != null) {
            // If it cannot be sent, the connection is at its end, and somebody else tells.
            wire.pong(payload, Callback.from(this::sendNext, problem -> {}));
        }
    }
}
