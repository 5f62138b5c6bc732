package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Registration;
import dev.alkdev.operations.TimeSource;
import dev.alkdev.operations.http.EventBytes;
import dev.alkdev.operations.http.EventOutbox;
import dev.alkdev.operations.http.Exchange;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** A stream of notifications that stays open. It has no thread while nothing comes. */
final class ListenStream {
    private final EventOutbox outbox;
    private final TimeSource time;
    private final Duration every;
    private final Runnable finished;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Registration> belongings = new ArrayList<>();
    private @Nullable Registration heartbeat;
    private boolean over;

    /**
     * A stream that nothing was sent on yet.
     *
     * @param finished run once, when nothing more is written
     */
    ListenStream(Exchange exchange, GatewayParts parts, Runnable finished) throws IOException {
        this.time = parts.registry().time();
        this.every = parts.limits().heartbeat();
        this.finished = finished;
        HttpAnswers.beginEvents(exchange.response());
        OutputStream out = exchange.response().getOutputStream();
        this.outbox = new EventOutbox(out, parts.registry().byteBudget().bulk(), this::written);
        beat();
    }

    /**
     * Shows the client that it is open, if nothing was sent yet. Not before it is told of changes:
     * the client relies on that from here on.
     */
    void begin() {
        outbox.putIfIdle(events -> events.write(HttpAnswers.HEARTBEAT));
    }

    /** Closes something when the stream is over, or now if it is. */
    void own(Registration belonging) {
        lock.lock();
        try {
            if (!over) {
                belongings.add(belonging);
                return;
            }
        } finally {
            lock.unlock();
        }
        belonging.close();
    }

    /** Sends a message; a client that does not read is sent away. */
    void send(RpcMessage message) {
        if (!outbox.offer(events -> event(message, events))) {
            end();
        }
    }

    private static void event(RpcMessage message, EventBytes events) {
        events.write(HttpAnswers.event(message.toJson()));
    }

    private void beat() {
        lock.lock();
        try {
            if (!over) {
                heartbeat = time.schedule(every, this::beaten);
            }
        } finally {
            lock.unlock();
        }
    }

    private void beaten() {
        outbox.putIfIdle(events -> events.write(HttpAnswers.HEARTBEAT));
        beat();
    }

    /** Ends it with a last message. */
    void end(RpcMessage last) {
        outbox.end(events -> event(last, events));
    }

    void end() {
        outbox.end(events -> {});
    }

    private void written(@Nullable Throwable problem) {
        List<Registration> closing;
        lock.lock();
        try {
            over = true;
            closing = List.copyOf(belongings);
            belongings.clear();
            if (heartbeat != null) {
                heartbeat.close();
            }
        } finally {
            lock.unlock();
        }
        closing.forEach(Registration::close);
        finished.run();
    }
}
