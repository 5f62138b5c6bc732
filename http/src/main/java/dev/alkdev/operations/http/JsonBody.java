package dev.alkdev.operations.http;

import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.web.Utf8;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Reads the body of a request as JSON: not too many bytes, not too slowly, and each only after the
 * budget has room for it. For one request.
 */
public final class JsonBody {
    private static final int CHUNK = 64 * 1024;
    private static final Set<String> CHARSETS = Set.of("charset=utf-8", "charset=utf8");

    private final Exchange exchange;
    private final LimitOptions limits;
    private final long start = System.nanoTime();

    private JsonBody(Exchange exchange, LimitOptions limits) {
        this.exchange = exchange;
        this.limits = limits;
    }

    /**
     * The body, or an empty object if there is none.
     *
     * @throws Refusal 400, 408, 413, 415, 501 or 503
     */
    public static JsonNode read(Exchange exchange, LimitOptions limits) throws IOException {
        HttpServletRequest request = exchange.request();
        checkTransfer(request.getHeader("Transfer-Encoding"));
        byte[] bytes = new JsonBody(exchange, limits).bytes();
        if (bytes.length == 0) {
            return JsonNodeFactory.instance.objectNode();
        }
        checkType(request.getContentType());
        checkEncoding(request.getHeader("Content-Encoding"));
        return parse(bytes);
    }

    /** All bytes. The budget then has room for the JSON they become, too. */
    private byte[] bytes() throws IOException {
        long length = exchange.request().getContentLengthLong();
        if (length > limits.maxBodyBytes) {
            throw tooLarge();
        }
        byte[] bytes = read(length < 0 ? limits.maxBodyBytes + 1 : (int) length);
        if (bytes.length > limits.maxBodyBytes) {
            throw tooLarge();
        }
        exchange.hold(Math.max(0, ByteBudget.weightOfText(bytes) - bytes.length));
        return bytes;
    }

    /** Memory is taken as bytes arrive, at most as many again, not for the announced length. */
    private byte[] read(int most) throws IOException {
        InputStream body = exchange.request().getInputStream();
        byte[] bytes = {};
        int size = 0;
        do {
            int more = Math.min(Math.max(CHUNK, size), most - size);
            exchange.hold(more);
            bytes = Arrays.copyOf(bytes, size + more);
            size = fill(body, bytes, size);
        } while (size == bytes.length && size < most);
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }

    /** Fills an array from a place on as far as there are bytes; to where it is filled. */
    private int fill(InputStream body, byte[] into, int from) throws IOException {
        int size = from;
        while (size < into.length) {
            int read = next(body, into, size);
            if (read < 0) {
                break;
            }
            size += read;
            if (System.nanoTime() - start > limits.bodyTimeout.toNanos()) {
                throw Refusal.tooSlow(
                        "the body should be complete within "
                                + limits.bodyTimeout.toSeconds()
                                + " seconds");
            }
        }
        return size;
    }

    /** The server has a timeout of its own, for connections on which no byte arrives. */
    private static int next(InputStream body, byte[] into, int at) throws IOException {
        try {
            return body.read(into, at, into.length - at);
        } catch (IOException e) {
            if (isTimeout(e)) {
                throw Refusal.tooSlow("the rest of the body did not arrive in time");
            }
            throw e;
        }
    }

    private static boolean isTimeout(IOException failure) {
        return Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(
                        each ->
                                each instanceof TimeoutException
                                        || each instanceof SocketTimeoutException);
    }

    private Refusal tooLarge() {
        return Refusal.tooLarge(
                "the body of a request should have at most " + limits.maxBodyBytes + " bytes");
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
        int error = Utf8.firstError(bytes);
        if (error >= 0) {
            throw Refusal.malformed("the body is not UTF-8: the byte at " + error, null);
        }
        try {
            JsonNode json = Json.readTree(() -> Json.mapper().createParser(bytes));
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
        return (type.equals(Exchange.JSON)
                        || (type.startsWith("application/") && type.endsWith("+json")))
                && Stream.of(parts)
                        .map(each -> each.strip().replace("\"", ""))
                        .filter(each -> each.startsWith("charset="))
                        .allMatch(CHARSETS::contains);
    }

    private static void checkEncoding(@Nullable String encoding) {
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            throw Refusal.unsupportedType(
                    "the body should not be compressed but has Content-Encoding " + encoding);
        }
    }
}
