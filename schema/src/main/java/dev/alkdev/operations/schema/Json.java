package dev.alkdev.operations.schema;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The one JSON mapper of this project: exact decimals, duplicate keys refused, unknown properties
 * ignored. Threads may share it.
 */
public final class Json {
    private static final JsonMapper MAPPER =
            JsonMapper.builder()
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    private Json() {}

    public static JsonMapper mapper() {
        return MAPPER;
    }

    /**
     * Reads one JSON value.
     *
     * @throws IllegalArgumentException naming line and column where {@code text} is not JSON
     */
    public static JsonNode parse(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("not JSON: " + reason(e), e);
        }
    }

    /** Whether two values are the same JSON: numbers by value, objects without regard to order. */
    public static boolean isSame(JsonNode a, JsonNode b) {
        return JsonEquality.equal(a, b);
    }

    private static String reason(JacksonException e) {
        var location = e.getLocation();
        String where =
                location == null
                        ? ""
                        : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
        return e.getOriginalMessage() + where;
    }
}
