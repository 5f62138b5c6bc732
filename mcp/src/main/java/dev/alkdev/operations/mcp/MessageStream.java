package dev.alkdev.operations.mcp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.http.EventOutbox;
import dev.alkdev.operations.http.Exchange;
import dev.alkdev.operations.schema.JsonBytes;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Messages to a client as a stream of events. Only the thread of its outbox writes to the
 * connection, and nobody interrupts that one; while nothing is sent there is none. Threads share
 * it.
 */
final class MessageStream {
    private static final byte[] ID = "id: ".getBytes(US_ASCII);
    private static final byte[] NEW_LINE = "\n".getBytes(US_ASCII);
    private static final byte[] NO_DATA = "data: \n\n".getBytes(US_ASCII);

    private final EventOutbox outbox;
    private final Consumer<@Nullable Throwable> finished;
    private final Mutex lock = new Mutex();
    private final List<Registration> belongings = new ArrayList<>();
    private boolean over;

    /**
     * A stream that nothing was sent on yet.
     *
     * @param finished run once, when nothing more is written: with null if all was, else with the
     *     reason
     */
    MessageStream(Exchange exchange, GatewayParts parts, Consumer<@Nullable Throwable> finished)
            throws IOException {
        this.finished = finished;
        HttpAnswers.beginEvents(exchange.response());
        OutputStream out = exchange.response().getOutputStream();
        this.outbox = new EventOutbox(out, parts.registry(), this::written);
        outbox.beatAfter(parts.limits().heartbeat());
    }

    /**
     * Shows the client that it is open, if nothing was sent yet. Not before it is told of changes:
     * the client relies on that from here on.
     */
    void begin() {
        outbox.beat();
    }

    /** Closes something when the stream is over, or now if it is. */
    void own(Registration belonging) {
        try (Registration held = lock.hold()) {
            if (!over) {
                belongings.add(belonging);
                return;
            }
        }
        belonging.close();
    }

    /** Sends a message without waiting; a client that does not read is sent away. */
    void offer(RpcMessage message) {
        JsonNode json = message.toJson();
        if (!outbox.offer(events -> event(json, events))) {
            end();
        }
    }

    /**
     * Sends a message, waiting for a client that reads slowly.
     *
     * @throws CallException if nothing is sent any longer
     */
    void put(JsonNode message) throws InterruptedException {
        outbox.put(events -> event(message, events));
    }

    /**
     * Sends an event that was written before, waiting for a client that reads slowly.
     *
     * @throws CallException if nothing is sent any longer
     */
    void put(EventId id, byte[] message) throws InterruptedException {
        outbox.put(events -> event(id, message, events));
    }

    /**
     * Sends an event that was written before, without waiting; false if the client does not read.
     */
    boolean offer(EventId id, byte[] message) {
        return outbox.offer(events -> event(id, message, events));
    }

    /** Ends it with a last event that was written before. */
    void end(EventId id, byte[] message) {
        outbox.end(events -> event(id, message, events));
    }

    /** Gives the client an id from which it can resume before there is an event. */
    void prime(EventId id) {
        outbox.offer(events -> id(id, events).raw(NO_DATA));
    }

    private static void event(EventId id, byte[] message, JsonBytes events) {
        id(id, events).raw(HttpAnswers.EVENT).raw(message).raw(HttpAnswers.EVENT_END);
    }

    private static JsonBytes id(EventId id, JsonBytes events) {
        return events.raw(ID).raw(id.toString().getBytes(US_ASCII)).raw(NEW_LINE);
    }

    private static void event(JsonNode message, JsonBytes events) {
        events.raw(HttpAnswers.EVENT).tree(message).raw(HttpAnswers.EVENT_END);
    }

    /** Ends it with a last message. */
    void end(RpcMessage last) {
        JsonNode json = last.toJson();
        outbox.end(events -> event(json, events));
    }

    /** Ends it with a last message that was written before. */
    void end(byte[] last) {
        outbox.end(events -> events.raw(HttpAnswers.EVENT).raw(last).raw(HttpAnswers.EVENT_END));
    }

    void end() {
        outbox.end(events -> {});
    }

    private void written(@Nullable Throwable problem) {
        List<Registration> closing;
        try (Registration held = lock.hold()) {
            over = true;
            closing = List.copyOf(belongings);
            belongings.clear();
        }
        closing.forEach(Registration::close);
        finished.accept(problem);
    }
}
