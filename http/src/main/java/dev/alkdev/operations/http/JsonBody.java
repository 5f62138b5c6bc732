package dev.alkdev.operations.http;

import dev.alkdev.operations.Utf8;
import dev.alkdev.operations.schema.Json;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.util.Locale;
import java.util.Objects;

/** Reads the body of a request as JSON. */
public final class JsonBody {
    private JsonBody() {}

    /**
     * The body, or an empty object if there is none.
     *
     * @throws Refusal 400, 408, 413, 415, 501 or 503
     */
    public static JsonNode read(Exchange exchange, LimitOptions limits) throws IOException {
        HttpServletRequest request = exchange.request();
        checkTransfer(request.getHeader("Transfer-Encoding"));
        byte[] bytes = new BodyReader(exchange.held(), limits).read(request);
        if (bytes.length == 0) {
            return JsonNodeFactory.instance.objectNode();
        }
        checkType(request.getContentType());
        checkEncoding(request.getHeader("Content-Encoding"));
        checkText(bytes);
        return parse(bytes);
    }

    private static void checkText(byte[] bytes) {
        int error = Utf8.firstError(bytes);
        if (error >= 0) {
            throw Refusal.malformed("the body is not UTF-8: the byte at " + error, null);
        }
    }

    private static void checkTransfer(@Nullable String encoding) {
        if (encoding != null && !encoding.strip().equalsIgnoreCase("chunked")) {
            throw Refusal.notImplemented("Transfer-Encoding should be chunked but is " + encoding);
        }
    }

    private static JsonNode parse(byte[] bytes) {
        JsonNode usual = Json.parseUsual(bytes, 0, bytes.length);
        if (usual != null) {
            return usual;
        }
        try {
            JsonNode json = Json.read(() -> Json.mapper().readTree(bytes));
            return json.isMissingNode() ? JsonNodeFactory.instance.objectNode() : json;
        } catch (JacksonException e) {
            TokenStreamLocation at =
                    Objects.requireNonNullElse(e.getLocation(), TokenStreamLocation.NA);
            ObjectNode details = JsonNodeFactory.instance.objectNode();
            if (at.getLineNr() > 0) {
                details.put("line", at.getLineNr()).put("column", at.getColumnNr());
            }
            throw Refusal.malformed("the body is not JSON: " + Json.reason(e), details);
        }
    }

    private static void checkType(@Nullable String contentType) {
        if (contentType != null && isJson(contentType.toLowerCase(Locale.ROOT))) {
            return;
        }
        throw Refusal.unsupportedType(
                "the body should be application/json in UTF-8 but "
                        + (contentType == null ? "has no Content-Type" : "is " + contentType));
    }

    private static boolean isJson(String contentType) {
        if (contentType.equals(Exchange.JSON)) {
            return true;
        }
        String[] parts = contentType.split(";", -1);
        String type = parts[0].strip();
        if (!type.equals(Exchange.JSON)
                && !(type.startsWith("application/") && type.endsWith("+json"))) {
            return false;
        }
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip().replace("\"", "");
            if (parameter.startsWith("charset=")
                    && !parameter.equals("charset=utf-8")
                    && !parameter.equals("charset=utf8")) {
                return false;
            }
        }
        return true;
    }

    private static void checkEncoding(@Nullable String encoding) {
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            throw Refusal.unsupportedType(
                    "the body should not be compressed but has Content-Encoding " + encoding);
        }
    }
}
