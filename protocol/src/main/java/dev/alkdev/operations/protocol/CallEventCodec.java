package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;

/**
 * Writes events as JSON {@code {type, id, payload}} and reads them. Threads may share it.
 *
 * <p>Reading never throws: what is no event is told as data. Fields that are not known are ignored.
 */
public final class CallEventCodec {
    /** The size an event may have unless another is given: 4 MiB. */
    public static final int DEFAULT_LIMIT = 4 * 1024 * 1024;

    private final int limit;

    private CallEventCodec(int limit) {
        this.limit = limit;
    }

    /**
     * A codec for events of limited size.
     *
     * @param limit in characters of JSON
     */
    public static CallEventCodec withLimit(int limit) {
        if (limit < 1_000) {
            throw new IllegalArgumentException("limit should be at least 1000 but is " + limit);
        }
        return new CallEventCodec(limit);
    }

    public static CallEventCodec create() {
        return new CallEventCodec(DEFAULT_LIMIT);
    }

    public int limit() {
        return limit;
    }

    /**
     * Writes an event.
     *
     * @throws CallException {@link ErrorCode#VALIDATION_ERROR} if it is too large
     */
    public String write(CallEvent event) {
        String text = CallEventWriter.write(event);
        if (text.length() > limit) {
            throw new CallException(ErrorCode.VALIDATION_ERROR, tooLarge(text.length()));
        }
        return text;
    }

    /** Reads a text. */
    public Decoded read(String text) {
        if (text.length() > limit) {
            return new Decoded.Malformed(requestIdIn(text), tooLarge(text.length()));
        }
        JsonNode json;
        try {
            json = Json.parse(text);
        } catch (IllegalArgumentException e) {
            return new Decoded.Malformed(requestIdIn(text), String.valueOf(e.getMessage()));
        }
        try {
            return CallEventReader.read(json);
        } catch (IllegalArgumentException e) {
            return new Decoded.Malformed(requestIdIn(json), String.valueOf(e.getMessage()));
        }
    }

    private String tooLarge(int size) {
        return "the event has " + size + " characters; at most " + limit + " are allowed";
    }

    private static @Nullable String requestIdIn(JsonNode json) {
        JsonNode id = json.path("id");
        JsonNode requestId = id.isString() ? id : json.path("payload").path("requestId");
        return requestId.isString() ? requestId.asString() : null;
    }

    /** The id in a text that is not worth a tree, as far as it can be read. */
    private static @Nullable String requestIdIn(String text) {
        String head = text.substring(0, Math.min(text.length(), 1_000));
        try (JsonParser parser = Json.mapper().createParser(head)) {
            while (parser.nextToken() != null) {
                boolean field = parser.currentToken() == JsonToken.PROPERTY_NAME;
                if (field && (is(parser, "id") || is(parser, "requestId"))) {
                    return parser.nextToken() == JsonToken.VALUE_STRING ? parser.getString() : null;
                }
            }
        } catch (JacksonException e) {
            return null;
        }
        return null;
    }

    private static boolean is(JsonParser parser, String name) {
        return name.equals(parser.currentName());
    }
}
