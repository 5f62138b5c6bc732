package dev.alkdev.operations.openapi;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.web.HeaderText;
import dev.alkdev.operations.web.MediaType;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Writes the body of a request. */
interface BodyWriter {

    /** A body ready to be sent, with its media type. */
    @SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
    record Written(String contentType, byte[] bytes) {}

    Written write(JsonNode body);

    static BodyWriter of(Content content) {
        return switch (BodyKind.of(content)) {
            case FORM -> new FormBody(content);
            case MULTIPART -> new MultipartBody(content);
            case JSON, TEXT, BINARY -> body -> plain(content, body);
        };
    }

    /** The bytes that a base64 text or a binary node holds. */
    static byte[] bytes(String key, JsonNode value) {
        try {
            return value.isBinary()
                    ? value.binaryValue()
                    : Base64.getMimeDecoder().decode(checked(key, value));
        } catch (IllegalArgumentException e) {
            throw notBase64(key);
        }
    }

    private static String checked(String key, JsonNode value) {
        String text = value.asString("");
        if (!value.isString() || !text.matches("[A-Za-z0-9+/\\s]*={0,2}\\s*")) {
            throw notBase64(key);
        }
        return text;
    }

    private static CallException notBase64(String key) {
        return InvalidInput.at(key, "a file is given as base64");
    }

    /** One value as JSON, text or bytes. */
    private static Written plain(Content content, JsonNode body) {
        MediaType type = content.type();
        return switch (BodyKind.of(content)) {
            case TEXT -> new Written(type.text(), ValueText.scalar(body).getBytes(type.charset()));
            case BINARY -> binary(type, body);
            default ->
                    new Written(
                            type.isAny() ? "application/json" : type.text(),
                            Json.mapper().writeValueAsBytes(body));
        };
    }

    private static Written binary(MediaType type, JsonNode body) {
        JsonNode data = body.isObject() ? body.path("data") : body;
        String fixed = type.name().contains("*") ? "application/octet-stream" : type.text();
        String given = body.path("contentType").asString(fixed);
        return new Written(contentType(InputShape.BODY, given), bytes(InputShape.BODY, data));
    }

    /** A content type that the caller gave, which a header can carry. */
    static String contentType(String key, String type) {
        if (!HeaderText.canCarry(type)) {
            throw InvalidInput.at(key, "its contentType has characters that no header can carry");
        }
        return type;
    }

    /** Text as UTF-8. */
    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
