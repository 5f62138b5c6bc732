package dev.alkdev.operations;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;

import dev.alkdev.operations.base.JsonFields;
import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.OwnReading;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.UnwritableException;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Objects;

/**
 * The one shape of every result: the data, and metadata about its source. The data is always in the
 * same place, whatever the source.
 *
 * @param data what the operation returned; null, or JSON null, if it returns nothing
 * @param meta what the source said about it
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ResponseEnvelope<T extends @Nullable Object>(
        @JsonProperty(value = "data", required = true) @JsonDeserialize(using = OwnReading.class)
                T data,
        @JsonProperty(value = "meta", required = true) ResponseMeta meta) {
    /** The schema of the JSON form. */
    public static final Schema SCHEMA = WireSchema.load("response-envelope");

    public ResponseEnvelope {
        Objects.requireNonNull(meta, "meta");
    }

    /** A result made here and now. */
    public static <T extends @Nullable Object> ResponseEnvelope<T> local(
            T data, String operationId) {
        return new ResponseEnvelope<>(
                data, new LocalMeta(operationId, TimeSource.system().millis()));
    }

    public static <T extends @Nullable Object> ResponseEnvelope<T> http(T data, HttpMeta meta) {
        return new ResponseEnvelope<>(data, meta);
    }

    public static <T extends @Nullable Object> ResponseEnvelope<T> mcp(T data, McpMeta meta) {
        return new ResponseEnvelope<>(data, meta);
    }

    /** The data alone, for the common case that its metadata does not matter. */
    public T unwrap() {
        return data;
    }

    /** Whether the source answered with an error; the data is then no regular output. */
    public boolean isError() {
        return meta instanceof McpMeta mcp && mcp.isError();
    }

    /**
     * Returns the exception for a result with {@link #isError}, with the data as details. Its
     * message has the text of the result's content.
     */
    public CallException toFailure(String operationId) {
        return new CallException(
                        ErrorCode.EXECUTION_ERROR,
                        operationId + " answered with an error" + TypedForm.reason(meta))
                .withDetails(tree(data));
    }

    /** The same envelope around other data. */
    public <U extends @Nullable Object> ResponseEnvelope<U> withData(U data) {
        return new ResponseEnvelope<>(data, meta);
    }

    /** What mappers write: unlike a tree, it keeps {@code data: null} with all of them. */
    private record Form(
            @JsonInclude(JsonInclude.Include.ALWAYS) @JsonProperty("data") JsonNode data,
            @JsonInclude(JsonInclude.Include.ALWAYS) @JsonProperty("meta") JsonNode meta) {}

    @JsonValue
    private Form form() {
        return new Form(tree(data), meta.toJson());
    }

    /** The JSON form; {@code data} is always written. */
    public JsonNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("data", tree(data));
        json.set("meta", meta.toJson());
        return json;
    }

    /**
     * Reads the JSON form. Fields it does not know are ignored. Absent data is null: {@code
     * JSON.stringify} drops the data of a void result.
     *
     * @throws IllegalArgumentException saying what is missing or wrong, and where
     */
    public static ResponseEnvelope<JsonNode> fromJson(JsonNode json) {
        JsonFields fields = JsonFields.of("response envelope", json);
        JsonNode data = fields.any("data");
        return new ResponseEnvelope<>(
                data == null ? NullNode.getInstance() : data, meta(fields.object("meta")));
    }

    /** The fields of a meta that must be of this source. */
    static JsonFields meta(String source, JsonNode json) {
        JsonFields fields = JsonFields.of("response meta", json);
        if (!fields.text("source").equals(source)) {
            throw fields.wrong("source", source);
        }
        return fields;
    }

    static ResponseMeta meta(JsonFields fields) {
        return switch (fields.text("source")) {
            case LocalMeta.SOURCE -> LocalMeta.read(fields);
            case HttpMeta.SOURCE -> HttpMeta.read(fields);
            case McpMeta.SOURCE -> McpMeta.read(fields);
            default -> throw fields.wrong("source", "local, http or mcp");
        };
    }

    /**
     * Whether what a handler returned is an envelope: this type and nothing else. Data that only
     * looks like one, as a map or as JSON, is data.
     */
    public static boolean isEnvelope(@Nullable Object value) {
        return value instanceof ResponseEnvelope;
    }

    /**
     * Whether JSON received over a wire is an envelope: an object with {@code data} and a {@code
     * meta} whose source is known and has that source's fields.
     */
    public static boolean isEnvelopeJson(JsonNode json) {
        try {
            fromJson(json);
            return json.has("data");
        } catch (IllegalArgumentException other) {
            return false;
        }
    }

    /**
     * Writes any Java value as a tree.
     *
     * @throws UnwritableException if the value is not data
     */
    static JsonNode tree(@Nullable Object value) {
        if (value instanceof JsonNode json) {
            return json.isMissingNode() ? NullNode.getInstance() : json;
        }
        return value == null ? NullNode.getInstance() : Json.tree(value);
    }
}
