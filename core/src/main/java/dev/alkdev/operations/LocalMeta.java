package dev.alkdev.operations;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A result made in this process.
 *
 * @param operationId {@code namespace.name} of the operation that made it
 * @param timestamp when it was wrapped, in milliseconds since 1970
 */
public record LocalMeta(String operationId, long timestamp) implements ResponseMeta {
    static final String SOURCE = "local";

    @Override
    public String source() {
        return SOURCE;
    }

    void write(ObjectNode json) {
        json.put("operationId", operationId).put("timestamp", timestamp);
    }

    static LocalMeta read(JsonFields fields) {
        return new LocalMeta(fields.text("operationId"), fields.longInteger("timestamp"));
    }

    static boolean fits(JsonNode meta) {
        return EnvelopeShape.isText(meta, "operationId")
                && EnvelopeShape.isNumber(meta, "timestamp");
    }
}
