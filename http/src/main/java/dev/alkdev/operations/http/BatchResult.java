package dev.alkdev.operations.http;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/**
 * The result of one call of a batch.
 *
 * @param id of the request, if it had one
 * @param data null if it failed
 * @param error the problem if it failed
 */
record BatchResult(
        @Nullable JsonNode id, int status, @Nullable JsonNode data, @Nullable JsonNode error) {

    void write(JsonGenerator json) {
        json.writeStartObject();
        if (id != null) {
            json.writeName("id");
            json.writeTree(id);
        }
        json.writeNumberProperty("status", status);
        if (error != null) {
            json.writeName("error");
            json.writeTree(error);
        } else {
            json.writeName("data");
            json.writeTree(data);
        }
        json.writeEndObject();
    }
}
