package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.openapi.RecordingServer.Received;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Parameters are sent as another client sends them: each version, place, style and type, written by
 * {@code parameter-styles/vectors.mjs} with the npm package {@code swagger-client} 3.37.3. Each
 * difference has a reason.
 */
class OtherClientStylesTest {
    private static final String LABEL =
            "arrays of the style label have commas, as in RFC 6570 and OpenAPI 3.0.4 and 3.1.1";
    private static final String CONTENT =
            "strings in JSON content have quotes, and arrays keep strings that look like numbers";
    private static final String COOKIES =
            "exploded cookies are cookies of their own; swagger-client sends one with \"&\" inside";
    private static final String FORMAT =
            "collectionFormat counts in paths and headers; swagger-client ignores it there";
    private static final String ENCODING =
            "the same after decoding: \"|\" and brackets are encoded, commas between items are not";

    private final RecordingServer server = RecordingServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    private static JsonNode vectors() throws IOException {
        String name = "/parameter-styles/swagger-client-3.37.3.json";
        try (InputStream in =
                Objects.requireNonNull(OtherClientStylesTest.class.getResourceAsStream(name))) {
            return Json.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void areUsedAsByAnotherClientUnlessThereIsAReason() throws IOException {
        Map<String, Integer> differences = new TreeMap<>();
        int equal = 0;
        for (JsonNode vector : vectors()) {
            String theirs = text(vector, vector);
            String ours = text(vector, send(vector));
            if (ours.equals(theirs)) {
                equal++;
            } else {
                String reason = reason(vector, theirs, ours);
                differences.merge(
                        reason == null ? vector + " but ours is " + ours : reason, 1, Integer::sum);
            }
        }

        assertThat(differences)
                .isEqualTo(
                        new TreeMap<>(
                                Map.of(
                                        LABEL, 4, CONTENT, 18, COOKIES, 8, FORMAT, 10, ENCODING,
                                        19)));
        assertThat(equal).isEqualTo(210);
    }

    /** The part of a request in which the parameter is. */
    private static String text(JsonNode vector, JsonNode request) {
        String part =
                switch (vector.at("/parameter/in").asString()) {
                    case "header" -> "header";
                    case "cookie" -> "cookie";
                    default -> "target";
                };
        return request.get(part).asString(request.get(part).toString());
    }

    private static @Nullable String reason(JsonNode vector, String theirs, String ours) {
        JsonNode parameter = vector.get("parameter");
        String place = parameter.get("in").asString();
        String plain = URLDecoder.decode(ours, StandardCharsets.UTF_8);
        String plainTheirs = URLDecoder.decode(theirs, StandardCharsets.UTF_8);
        if (parameter.has("content")) {
            return plain.endsWith(vector.get("value").toString()) ? CONTENT : null;
        }
        if (vector.get("version").asString().equals("2.0") && !place.equals("query")) {
            return parameter.has("items") ? FORMAT : null;
        }
        if (plain.equals(plainTheirs)) {
            return ENCODING;
        }
        if (parameter.path("style").asString("").equals("label")) {
            return plain.replace(',', '.').equals(plainTheirs.replace(',', '.')) ? LABEL : null;
        }
        boolean exploded = parameter.path("explode").asBoolean(true);
        return place.equals("cookie") && exploded ? COOKIES : null;
    }

    private JsonNode send(JsonNode vector) {
        JsonNode parameter = vector.get("parameter");
        boolean inPath = parameter.get("in").asString().equals("path");
        String path = inPath ? "/p/{v}" : "/p";
        ObjectNode document =
                TestApi.document("get", path, "{\"parameters\": [" + parameter + "]}");
        String version = vector.get("version").asString();
        if (version.equals("2.0")) {
            document.remove("openapi");
            document.put("swagger", version);
        } else {
            document.put("openapi", version);
        }
        TestApi.of(server, document, config -> config).call("{\"v\": " + vector.get("value") + "}");
        Received received = server.next();
        ObjectNode sent = Json.parse("{}").asObject();
        sent.put("target", received.target());
        sent.put("header", header(received, "v"));
        return sent.put("cookie", header(received, "cookie"));
    }

    private static @Nullable String header(Received request, String name) {
        return request.headers().entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase(name))
                .map(header -> header.getValue().getFirst())
                .findFirst()
                .orElse(null);
    }
}
