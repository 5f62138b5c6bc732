package dev.alkdev.operations.mcp;

import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * The id of an event of a {@link KeptStream}: the stream, and the number of the event in it.
 *
 * @param number from 1 on; 0 is the place before the first event
 */
record EventId(String stream, long number) {
    /** A longer id of a request is not part of the ids of its events. */
    private static final int LONGEST_REQUEST = 64;

    private static final String LISTENS = "s";
    private static final String RESPONDS = "r";

    /** The id of the last event of a stream without kept events. */
    EventId asLast() {
        return new EventId(stream, Long.MAX_VALUE);
    }

    boolean isLast() {
        return number == Long.MAX_VALUE;
    }

    /** A name for the stream of a session without a request; it must be unique. */
    static String listening(String unique) {
        return LISTENS + unique;
    }

    /** A name for the stream of a response, from which the id of the request can be read. */
    static String responding(String unique, JsonNode request) {
        byte[] id = request.toString().getBytes(StandardCharsets.UTF_8);
        return RESPONDS
                + unique
                + "_"
                + (id.length > LONGEST_REQUEST
                        ? ""
                        : Base64.getUrlEncoder().withoutPadding().encodeToString(id));
    }

    /** The id that a client gives; null if it is not an id of ours. */
    static @Nullable EventId parse(String text) {
        int dot = text.lastIndexOf('.');
        try {
            long number = dot < 1 ? -1 : Long.parseLong(text.substring(dot + 1));
            return number < 0 ? null : new EventId(text.substring(0, dot), number);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    boolean isOfResponse() {
        return stream.startsWith(RESPONDS);
    }

    /** The id of the request of the stream; null if it was too long or there is none. */
    @Nullable JsonNode request() {
        int start = stream.indexOf('_') + 1;
        try {
            byte[] id = Base64.getUrlDecoder().decode(stream.substring(start));
            JsonNode request = Json.parse(new String(id, StandardCharsets.UTF_8));
            return request.isString() || request.isIntegralNumber() ? request : null;
        } catch (RuntimeException e) {
            return null;
        }
    }

    @Override
    public String toString() {
        return stream + "." + number;
    }
}
