package dev.alkdev.operations.web;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.NullNode;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Turns what a server sent into a value: JSON, text, bytes, or null for nothing. */
public final class BodyValue {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /**
     * The last of two members of one name is taken, as in browsers: real APIs send such answers.
     */
    private static final ObjectReader JSON =
            Json.mapper()
                    .readerFor(JsonNode.class)
                    .without(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);

    private BodyValue() {}

    /**
     * The value of a result.
     *
     * @throws CallException if it is no JSON although it claims to be
     */
    public static JsonNode of(MediaType type, byte[] bytes) {
        if (bytes.length == 0) {
            return type.isText() ? NODES.stringNode("") : NullNode.getInstance();
        }
        try {
            return type.isJson() ? json(type, bytes) : textOrBytes(type, bytes, type.isText());
        } catch (StreamConstraintsException e) {
            throw HttpFailure.unusable(
                    "the JSON of the response is beyond a limit ("
                            + limit(e.getOriginalMessage())
                            + ")"
                            + position(e));
        } catch (JacksonException e) {
            throw HttpFailure.unusable("invalid JSON in the response" + position(e));
        }
    }

    /** The value of an error in the best form it can have: it must not hide the error itself. */
    public static JsonNode ofError(MediaType type, byte[] bytes) {
        if (bytes.length == 0) {
            return NullNode.getInstance();
        }
        boolean readable = type.isText() || type.isJson() || type.name().isEmpty();
        try {
            return type.isJson() ? json(type, bytes) : textOrBytes(type, bytes, readable);
        } catch (JacksonException e) {
            return textOrBytes(type, bytes, readable);
        }
    }

    /**
     * The value of the data of an event: JSON if it is, else the text itself.
     *
     * @param anyJson whether scalars are JSON as well, and not only objects and arrays
     */
    public static JsonNode ofEvent(String text, boolean anyJson) {
        if (anyJson || text.startsWith("{") || text.startsWith("[")) {
            try {
                JsonNode value = json(text.getBytes(StandardCharsets.UTF_8), null);
                if (!value.isMissingNode()) {
                    return value;
                }
            } catch (JacksonException e) {
                return NODES.stringNode(text);
            }
        }
        return NODES.stringNode(text);
    }

    private static JsonNode json(MediaType type, byte[] bytes) {
        boolean detected = type.charset().equals(StandardCharsets.UTF_8);
        JsonNode value = json(bytes, detected ? null : type.charset());
        return value.isMissingNode() ? NullNode.getInstance() : value;
    }

    /**
     * Reads JSON.
     *
     * @param charset null to detect which one of Unicode it is
     * @return a missing node if there is none
     */
    private static JsonNode json(byte[] bytes, @Nullable Charset charset) {
        JsonNode usual = charset == null ? Json.parseUsual(bytes, 0, bytes.length) : null;
        return usual == null ? Json.read(() -> unusual(bytes, charset)) : usual;
    }

    private static JsonNode unusual(byte[] bytes, @Nullable Charset charset) {
        JsonParser plain =
                charset == null
                        ? JSON.createParser(bytes)
                        : JSON.createParser(new String(bytes, charset));
        try (JsonParser parser = Json.keepingNegativeZero(plain)) {
            JsonNode value = JSON.readTree(parser);
            return value == null ? MissingNode.getInstance() : value;
        }
    }

    private static JsonNode textOrBytes(MediaType type, byte[] bytes, boolean text) {
        return text ? NODES.stringNode(new String(bytes, type.charset())) : NODES.binaryNode(bytes);
    }

    /** Which limit, without the name of the option that nobody here can set. */
    private static String limit(String message) {
        int option = message.indexOf(", from");
        return option < 0 ? message : message.substring(0, option) + ")";
    }

    private static String position(JacksonException e) {
        var location = e.getLocation();
        return location == null
                ? ""
                : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
    }
}
