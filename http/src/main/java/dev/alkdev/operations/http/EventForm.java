package dev.alkdev.operations.http;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;

/** How the items and the end of a subscription look as server-sent events. For one thread. */
final class EventForm {
    private static final byte[] ITEM = ascii("event: item");
    private static final byte[] ID = ascii("\nid: ");
    private static final byte[] RETRY = ascii("\nretry: ");
    private static final byte[] DATA = ascii("\ndata: ");
    private static final byte[] END = ascii("\n\n");
    private static final byte[] ERROR = ascii("event: error\ndata: ");
    private static final byte[] COMPLETE = ascii("event: complete\ndata: {}\n\n");

    /** A comment: it keeps the connection open and shows whether anybody is there. */
    static final byte[] HEARTBEAT = ascii(":\n\n");

    private final @Nullable OperationSpec spec;
    private final Exchange exchange;
    private final boolean whole;

    /**
     * The form of one stream.
     *
     * @param whole whether items are envelopes, not data alone
     */
    EventForm(@Nullable OperationSpec spec, Exchange exchange, boolean whole) {
        this.spec = spec;
        this.exchange = exchange;
        this.whole = whole;
    }

    void item(ResponseEnvelope<JsonNode> envelope, EventBytes to) {
        HttpMeta.Sse sse = envelope.meta() instanceof HttpMeta http ? http.sse() : null;
        to.append(ITEM);
        String eventId = envelope.meta().eventId();
        if (eventId != null && isOneLine(eventId)) {
            to.append(ID);
            to.append(eventId.getBytes(StandardCharsets.UTF_8));
        }
        if (sse != null && sse.retry() != null) {
            to.append(RETRY);
            to.append(ascii(sse.retry().toString()));
        }
        to.append(DATA);
        to.append(json(whole ? envelope.toJson() : envelope.data()));
        to.append(END);
    }

    void error(CallException failure, EventBytes to) {
        to.append(ERROR);
        to.append(json(exchange.json(Problem.of(failure, spec, exchange.caller()))));
        to.append(END);
    }

    void complete(EventBytes to) {
        to.append(COMPLETE);
    }

    private static boolean isOneLine(String eventId) {
        return eventId.chars().noneMatch(c -> c == '\n' || c == '\r' || c == 0);
    }

    private static byte[] json(JsonNode json) {
        return Json.mapper().writeValueAsBytes(json);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
