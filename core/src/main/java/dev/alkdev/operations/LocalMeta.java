package dev.alkdev.operations;

import com.fasterxml.jackson.annotation.JsonCreator;

import dev.alkdev.operations.base.JsonFields;
import dev.alkdev.operations.schema.Schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A result made in this process.
 *
 * @param operationId {@code namespace.name} of the operation that made it
 * @param timestamp when it was wrapped, in milliseconds since 1970
 * @param eventId with which a later subscription resumes after this item, if the handler gave one
 */
public record LocalMeta(String operationId, long timestamp, @Nullable String eventId)
        implements ResponseMeta {
    /** The schema of the JSON form. */
    public static final Schema SCHEMA = WireSchema.load("response-meta", "#/$defs/localMeta");

    static final String SOURCE = "local";

    /** A result that is no item of a stream that can be resumed. */
    public LocalMeta(String operationId, long timestamp) {
        this(operationId, timestamp, null);
    }

    @Override
    public String source() {
        return SOURCE;
    }

    void write(ObjectNode json) {
        json.put("operationId", operationId).put("timestamp", timestamp);
        if (eventId != null) {
            json.put("eventId", eventId);
        }
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static LocalMeta fromJson(JsonNode json) {
        return read(ResponseEnvelope.meta(SOURCE, json));
    }

    static LocalMeta read(JsonFields fields) {
        return new LocalMeta(
                fields.text("operationId"),
                fields.longInteger("timestamp"),
                fields.optionalText("eventId"));
    }
}
