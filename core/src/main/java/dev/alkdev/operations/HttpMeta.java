package dev.alkdev.operations;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;

import dev.alkdev.operations.base.JsonFields;
import dev.alkdev.operations.schema.Schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A result received over HTTP.
 *
 * @param statusCode as in the response
 * @param headers as in the response
 * @param contentType the {@code content-type} header, or empty if there was none
 * @param sse the fields of the event, if the result is one of a stream of server-sent events
 */
public record HttpMeta(int statusCode, Headers headers, String contentType, @Nullable Sse sse)
        implements ResponseMeta {
    /** The schema of the JSON form. */
    public static final Schema SCHEMA = WireSchema.load("response-meta", "#/$defs/httpMeta");

    static final String SOURCE = "http";

    /** A response that is not a server-sent event. */
    public HttpMeta(int statusCode, Headers headers) {
        this(statusCode, headers, headers.value("content-type").orElse(""), null);
    }

    /**
     * The fields of one server-sent event besides its data.
     *
     * @param event the event's type, {@code message} unless it named one
     * @param id the last event id, if there was one
     * @param retry the reconnection time in milliseconds, if there was one
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Sse(
            @JsonProperty("event") @Nullable String event,
            @JsonProperty("id") @Nullable String id,
            @JsonProperty("retry") @Nullable Long retry) {

        private JsonNode write(ObjectNode json) {
            if (event != null) {
                json.put("event", event);
            }
            if (id != null) {
                json.put("id", id);
            }
            if (retry != null) {
                json.put("retry", retry);
            }
            return json;
        }
    }

    public HttpMeta withSse(Sse sse) {
        return new HttpMeta(statusCode, headers, contentType, sse);
    }

    @Override
    public String source() {
        return SOURCE;
    }

    @Override
    public @Nullable String eventId() {
        return sse == null ? null : sse.id();
    }

    void write(ObjectNode json) {
        json.put("statusCode", statusCode);
        json.set("headers", headers.toJson());
        json.put("contentType", contentType);
        if (sse != null) {
            sse.write(json.putObject("sse"));
        }
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static HttpMeta fromJson(JsonNode json) {
        return read(ResponseEnvelope.meta(SOURCE, json));
    }

    static HttpMeta read(JsonFields fields) {
        Sse sse = null;
        if (!fields.isAbsent("sse")) {
            JsonFields event = fields.object("sse");
            sse =
                    new Sse(
                            event.optionalText("event"),
                            event.optionalText("id"),
                            event.optionalLong("retry"));
        }
        return new HttpMeta(
                fields.integer("statusCode"),
                Headers.read(fields.object("headers")),
                fields.text("contentType"),
                sse);
    }
}
