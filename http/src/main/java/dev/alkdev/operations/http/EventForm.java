package dev.alkdev.operations.http;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;

/**
 * How the items and the end of a subscription look as server-sent events. Threads share it.
 *
 * @param whole whether items are envelopes, not data alone
 */
record EventForm(@Nullable OperationSpec spec, Exchange exchange, boolean whole) {
    private static final byte[] ITEM = ascii("event: item");
    private static final byte[] ID = ascii("\nid: ");
    private static final byte[] RETRY = ascii("\nretry: ");
    private static final byte[] DATA = ascii("\ndata: ");
    private static final byte[] END = ascii("\n\n");
    private static final byte[] ERROR = ascii("event: error\ndata: ");
    private static final byte[] COMPLETE = ascii("event: complete\ndata: {}\n\n");

    /** A comment: it keeps the connection open and shows whether anybody is there. */
    private static final byte[] HEARTBEAT = ascii(":\n\n");

    static EventForm of(Asked asked) {
        return new EventForm(asked.spec(), asked.exchange(), asked.accepted().envelope());
    }

    /** Adds the event of an item. */
    void item(ResponseEnvelope<JsonNode> envelope, EventBytes events) {
        events.write(ITEM);
        String eventId = envelope.meta().eventId();
        if (eventId != null && isOneLine(eventId)) {
            events.write(ID);
            events.write(eventId.getBytes(StandardCharsets.UTF_8));
        }
        if (envelope.meta() instanceof HttpMeta http
                && http.sse() != null
                && http.sse().retry() != null) {
            events.write(RETRY);
            events.write(ascii(http.sse().retry().toString()));
        }
        events.write(DATA);
        events.write(whole ? envelope.toJson() : envelope.data());
        events.write(END);
    }

    private static boolean isOneLine(String eventId) {
        return eventId.chars().noneMatch(c -> c == '\n' || c == '\r' || c == 0);
    }

    void error(CallException failure, EventBytes events) {
        events.write(ERROR);
        events.write(exchange.json(Problem.of(failure, spec, exchange.caller())));
        events.write(END);
    }

    static void complete(EventBytes events) {
        events.write(COMPLETE);
    }

    static void heartbeat(EventBytes events) {
        events.write(HEARTBEAT);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
