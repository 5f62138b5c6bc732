package dev.alkdev.operations.http;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;

import java.nio.charset.StandardCharsets;

/**
 * How the items and the end of a subscription look as server-sent events. One thread writes items;
 * any may ask for the end.
 */
final class EventForm implements AutoCloseable {
    private static final byte[] ITEM = ascii("event: item");
    private static final byte[] ID = ascii("\nid: ");
    private static final byte[] RETRY = ascii("\nretry: ");
    private static final byte[] DATA = ascii("\ndata: ");
    private static final byte[] END = ascii("\n\n");
    private static final byte[] ERROR = ascii("event: error\ndata: ");
    private static final byte[] COMPLETE = ascii("event: complete\ndata: {}\n\n");
    private static final ObjectWriter WRITER = Json.mapper().writer().withRootValueSeparator("");

    /** A comment: it keeps the connection open and shows whether anybody is there. */
    static final byte[] HEARTBEAT = ascii(":\n\n");

    private final @Nullable OperationSpec spec;
    private final Exchange exchange;
    private final boolean whole;
    private final EventBytes item = new EventBytes();
    private final JsonGenerator json = WRITER.createGenerator(item);

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

    /** The event of an item, valid until the next one is made. */
    EventBytes item(ResponseEnvelope<JsonNode> envelope) {
        item.clear();
        item.write(ITEM);
        String eventId = envelope.meta().eventId();
        if (eventId != null && isOneLine(eventId)) {
            item.write(ID);
            item.write(eventId.getBytes(StandardCharsets.UTF_8));
        }
        if (envelope.meta() instanceof HttpMeta http
                && http.sse() != null
                && http.sse().retry() != null) {
            item.write(RETRY);
            item.write(ascii(http.sse().retry().toString()));
        }
        item.write(DATA);
        json.writeTree(whole ? envelope.toJson() : envelope.data());
        json.flush();
        item.write(END);
        return item;
    }

    private static boolean isOneLine(String eventId) {
        return eventId.chars().noneMatch(c -> c == '\n' || c == '\r' || c == 0);
    }

    EventBytes error(CallException failure) {
        EventBytes event = new EventBytes();
        event.write(ERROR);
        Problem problem = Problem.of(failure, spec, exchange.caller());
        event.write(Json.mapper().writeValueAsBytes(exchange.json(problem)));
        event.write(END);
        return event;
    }

    static EventBytes complete() {
        EventBytes event = new EventBytes();
        event.write(COMPLETE);
        return event;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** The event at the end of the items. */
    @Override
    public void close() {
        json.close();
    }
}
