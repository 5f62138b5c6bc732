package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonPointer;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.function.Function;

/**
 * Writes events as JSON {@code {type, id, payload}} and reads them. Threads may share it.
 *
 * <p>Reading never throws: what is no event is told as data. Fields that are not known are ignored.
 */
public final class CallEventCodec {
    /** The size an event may have unless another is given: 4 MiB. */
    public static final int DEFAULT_LIMIT = 4 * 1024 * 1024;

    /** Where an event names its request. */
    private static final Set<JsonPointer> IDS =
            Set.of(JsonPointer.compile("/id"), JsonPointer.compile("/payload/requestId"));

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
     * @throws CallException {@link ErrorCode#VALIDATION_ERROR} if it is too large or too deep, or
     *     has NaN or an infinite number, which JSON has not
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

    /** Reads a text in UTF-8. */
    public Decoded read(byte[] utf8) {
        if (utf8.length > limit) {
            // More bytes than characters are allowed, which may still be few enough characters.
            String text = new String(utf8, StandardCharsets.UTF_8);
            if (text.length() > limit) {
                return tooLarge(text, text.length());
            }
        }
        return read(utf8, Json::parse);
    }

    /** As {@link #read(byte[])}, of whatever size. */
    static Decoded read(byte[] utf8, Function<byte[], JsonNode> parser) {
        try {
            return CallEventReader.read(parser.apply(utf8));
        } catch (IllegalArgumentException e) {
            String text = new String(utf8, StandardCharsets.UTF_8);
            return new Decoded.Malformed(requestIdIn(text), String.valueOf(e.getMessage()));
        }
    }

    /** The outcome of a text that is too large, as far as it was kept. */
    Decoded.Malformed tooLarge(String head, long size) {
        return new Decoded.Malformed(requestIdIn(head), tooLarge(size));
    }

    private String tooLarge(long size) {
        return "the event has " + size + " characters; at most " + limit + " are allowed";
    }

    /** The request that a text names, as far as it is JSON; ids in the input are not ours. */
    static @Nullable String requestIdIn(String text) {
        try (JsonParser parser = Json.mapper().createParser(text)) {
            while (parser.nextToken() != null) {
                TokenStreamContext place = parser.streamReadContext();
                if (parser.currentToken() == JsonToken.VALUE_STRING
                        && place.getNestingDepth() <= 2
                        && IDS.contains(place.pathAsPointer())
                        && CallEventReader.isRequestId(parser.getString())) {
                    return parser.getString();
                }
            }
        } catch (JacksonException e) {
            // What follows cannot be read.
        }
        return null;
    }
}
