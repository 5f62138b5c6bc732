package dev.alkdev.operations.schema;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;

import java.util.regex.Pattern;

/**
 * The one JSON mapper of this project: exact decimals, duplicate keys refused, unknown properties
 * ignored, dates with their own offset or zone. Threads may share it.
 */
public final class Json {
    private static final JsonMapper MAPPER =
            JsonMapper.builder()
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    // A point in time keeps the offset or zone it was given with.
                    .disable(DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
                    .disable(DateTimeFeature.NORMALIZE_DESERIALIZED_ZONE_ID)
                    .enable(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID)
                    .build();

    /** What Jackson's messages say about Jackson. */
    private static final Pattern NOISE =
            Pattern.compile(
                    " \\(start marker at \\[Source: [^]]*]\\)| for `\\w+`: `[A-Z_]+` enabled");

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

    /**
     * Reads one JSON value in UTF-8.
     *
     * @throws IllegalArgumentException naming line and column where the text is not JSON
     */
    public static JsonNode parse(byte[] utf8) {
        try {
            return MAPPER.readTree(utf8);
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
        return NOISE.matcher(e.getOriginalMessage()).replaceAll("") + where;
    }
}
