package dev.alkdev.operations;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;

import dev.alkdev.operations.base.JsonFields;
import dev.alkdev.operations.schema.Schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Where a result came from, with the metadata of its transport, discriminated by its source. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NONE) // the JSON tells
public sealed interface ResponseMeta permits LocalMeta, HttpMeta, McpMeta {
    /** The schema of the JSON form. */
    Schema SCHEMA = WireSchema.load("response-meta");

    /** {@code local}, {@code http} or {@code mcp}. */
    String source();

    /**
     * With which {@link OperationContext#lastEventId} a later subscription resumes after this item;
     * null if there is none.
     */
    default @Nullable String eventId() {
        return null;
    }

    /** The JSON form. */
    @JsonValue
    default JsonNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("source", source());
        switch (this) {
            case LocalMeta local -> local.write(json);
            case HttpMeta http -> http.write(json);
            case McpMeta mcp -> mcp.write(json);
        }
        return json;
    }

    /**
     * Reads the JSON form. Fields it does not know are ignored.
     *
     * @throws IllegalArgumentException saying what is missing or wrong, and where
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static ResponseMeta fromJson(JsonNode json) {
        return ResponseEnvelope.meta(JsonFields.of("response meta", json));
    }
}
