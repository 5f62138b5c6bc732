package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.protocol.CallEvent.Responded;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;

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
     * @throws CallException {@link ErrorCode#VALIDATION_ERROR} if it is too large, or has NaN or an
     *     infinite number, which JSON has not
     */
    public String write(CallEvent event) {
        return new String(writeUtf8(event), StandardCharsets.UTF_8);
    }

    /** As {@link #write}, without making characters of it. */
    public byte[] writeUtf8(CallEvent event) {
        byte[] utf8 = CallEventWriter.write(event);
        if (utf8.length > limit) {
            int characters = new String(utf8, StandardCharsets.UTF_8).length();
            if (characters > limit) {
                throw new CallException(ErrorCode.VALIDATION_ERROR, tooLarge(characters));
            }
        }
        return utf8;
    }

    /** Reads a text. */
    public Decoded read(String text) {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Reads a text in UTF-8, without making characters of it. */
    public Decoded read(byte[] utf8) {
        UnreadResult result = readFrame(utf8);
        Responded event = result == null ? null : result.readUsual();
        return event == null ? readWhole(utf8) : new Decoded.Event(event);
    }

    /** Reads a text up to the data of a result; null if it must be read by {@link #readWhole}. */
    @Nullable UnreadResult readFrame(byte[] utf8) {
        return utf8.length > limit ? null : LocalResultReader.read(utf8);
    }

    /** Reads a text that is no result of the usual form. */
    Decoded readWhole(byte[] utf8) {
        if (utf8.length > limit) {
            // More bytes than characters are allowed, which may still be few enough characters.
            String text = new String(utf8, StandardCharsets.UTF_8);
            if (text.length() > limit) {
                return tooLarge(text, text.length());
            }
        }
        return readTree(utf8);
    }

    /** Reads a text of any form; what is wrong with those that are no events, is said here. */
    static Decoded readTree(byte[] utf8) {
        JsonNode json;
        try {
            json = Json.parse(utf8);
        } catch (IllegalArgumentException e) {
            String text = new String(utf8, StandardCharsets.UTF_8);
            return new Decoded.Malformed(requestIdIn(text), String.valueOf(e.getMessage()));
        }
        return read(json);
    }

    private static Decoded read(JsonNode json) {
        try {
            return CallEventReader.read(json);
        } catch (IllegalArgumentException e) {
            return new Decoded.Malformed(requestIdIn(json), String.valueOf(e.getMessage()));
        }
    }

    /** What comes of a text that is too large, as far as it was kept. */
    Decoded.Malformed tooLarge(String head, long size) {
        return new Decoded.Malformed(requestIdIn(head), tooLarge(size));
    }

    private String tooLarge(long size) {
        return "the event has " + size + " characters; at most " + limit + " are allowed";
    }

    private static @Nullable String requestIdIn(JsonNode json) {
        String id = usable(json.path("id"));
        return id == null ? usable(json.path("payload").path("requestId")) : id;
    }

    private static @Nullable String usable(JsonNode id) {
        return id.isString() && CallEventReader.isRequestId(id.asString()) ? id.asString() : null;
    }

    /** The id in a text that is not worth a tree, as far as it can be read. */
    private static @Nullable String requestIdIn(String text) {
        String head = text.substring(0, Math.min(text.length(), 1_000));
        try (JsonParser parser = Json.mapper().createParser(head)) {
            String id = parser.nextToken() == JsonToken.START_OBJECT ? idIn(parser) : null;
            return id != null && CallEventReader.isRequestId(id) ? id : null;
        } catch (JacksonException e) {
            return null;
        }
    }

    /** The value of {@code /id} or {@code /payload/requestId}; ids in the input are not ours. */
    private static @Nullable String idIn(JsonParser parser) {
        boolean inPayload = false;
        JsonToken token = parser.nextToken();
        while (token != null) {
            if (token == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (name.equals(inPayload ? "requestId" : "id")
                        && value == JsonToken.VALUE_STRING) {
                    return parser.getString();
                }
                if (!inPayload && name.equals("payload") && value == JsonToken.START_OBJECT) {
                    inPayload = true;
                } else {
                    parser.skipChildren();
                }
            } else if (token == JsonToken.END_OBJECT) {
                inPayload = false;
            }
            token = parser.nextToken();
        }
        return null;
    }
}
