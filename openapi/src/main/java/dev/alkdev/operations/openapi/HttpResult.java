package dev.alkdev.operations.openapi;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.web.HttpFailure;
import dev.alkdev.operations.web.MediaType;
import dev.alkdev.operations.web.Reply;

import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Turns responses into envelopes and failures. */
final class HttpResult {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** The last of two members of one name counts, as in browsers: real APIs send such answers. */
    private static final ObjectReader JSON =
            Json.mapper()
                    .readerFor(JsonNode.class)
                    .without(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);

    private HttpResult() {}

    /**
     * The envelope of a success.
     *
     * @param declared the media type in the document, for servers that send none
     * @throws CallException if the body is not what it claims to be
     */
    static ResponseEnvelope<JsonNode> envelope(
            Reply reply, MediaType declared, HttpServiceOptions service) throws IOException {
        byte[] bytes = reply.status() == 204 ? new byte[0] : reply.bytes(service.maxResponseBytes);
        HttpMeta meta = new HttpMeta(reply.status(), service.shown(reply.headers()));
        String given = reply.contentType();
        MediaType type = given.isEmpty() ? declared : MediaType.parse(given);
        return ResponseEnvelope.http(data(type, bytes), meta);
    }

    private static JsonNode data(MediaType type, byte[] bytes) {
        if (bytes.length == 0) {
            return NullNode.getInstance();
        }
        if (type.isJson()) {
            try {
                return json(type, bytes);
            } catch (JacksonException e) {
                throw HttpFailure.unusable(
                        (e instanceof StreamConstraintsException
                                        ? "the JSON of the response is beyond a limit ("
                                                + limit(e.getOriginalMessage())
                                                + ")"
                                        : "invalid JSON in the response")
                                + position(e));
            }
        }
        return type.isText()
                ? NODES.stringNode(new String(bytes, type.charset()))
                : NODES.binaryNode(bytes);
    }

    private static JsonNode json(MediaType type, byte[] bytes) {
        boolean detected = type.charset().equals(StandardCharsets.UTF_8);
        JsonNode value =
                Json.read(
                        () ->
                                detected
                                        ? JSON.readTree(bytes)
                                        : JSON.readTree(new String(bytes, type.charset())));
        return value == null || value.isMissingNode() ? NullNode.getInstance() : value;
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

    /** One event's data: JSON if it is, else the text itself. */
    static JsonNode eventData(String text, boolean anyJson) {
        boolean looksLikeJson = text.startsWith("{") || text.startsWith("[");
        if (anyJson || looksLikeJson) {
            try {
                JsonNode value = Json.read(() -> JSON.readTree(text));
                return value == null || value.isMissingNode() ? NODES.stringNode(text) : value;
            } catch (JacksonException e) {
                return NODES.stringNode(text);
            }
        }
        return NODES.stringNode(text);
    }

    /** The failure of a status that means one. */
    static CallException failure(Reply reply, DeclaredErrors errors, HttpServiceOptions service) {
        ObjectNode details = NODES.objectNode();
        details.put("statusCode", reply.status());
        details.set("headers", service.shown(reply.headers()).toJson());
        details.set("body", errorBody(reply, service.maxErrorBytes));
        reply.retryAfter().ifPresent(pause -> details.put("retryAfterMs", pause.toMillis()));
        return new CallException(
                errors.code(reply.status()),
                reply.statusText(),
                details,
                HttpFailure.isRetryable(reply.status()));
    }

    /** The body of an error in the best form it can have; it must not hide the error itself. */
    private static JsonNode errorBody(Reply reply, int most) {
        MediaType type = MediaType.parse(reply.contentType());
        byte[] bytes;
        try {
            bytes = reply.body().readNBytes(most);
        } catch (IOException e) {
            return NullNode.getInstance();
        }
        if (bytes.length == 0) {
            return NullNode.getInstance();
        }
        try {
            return type.isJson() ? json(type, bytes) : text(type, bytes);
        } catch (JacksonException e) {
            return text(type, bytes);
        }
    }

    private static JsonNode text(MediaType type, byte[] bytes) {
        boolean readable = type.isText() || type.isJson() || type.name().isEmpty();
        return readable
                ? NODES.stringNode(new String(bytes, type.charset()))
                : NODES.binaryNode(bytes);
    }
}
