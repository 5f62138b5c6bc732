package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.StringNode;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * The one JSON mapper of this project: exact decimals, duplicate keys refused, unknown properties
 * ignored, dates with their own offset or zone. Threads may share it.
 */
public final class Json {
    private static final int MAX_DEPTH = 1_000;

    /** Longer names may be longer than Jackson allows. */
    private static final int MAX_NAME = 10_000;

    private Json() {}

    /** Takes a third of a second to make, which programs of plain types never need. */
    private static final class Mapper {
        static final JsonMapper ONE =
                JsonMapper.builder()
                        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                        .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
                        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                        // A point in time keeps the offset or zone it was given with.
                        .disable(DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
                        .disable(DateTimeFeature.NORMALIZE_DESERIALIZED_ZONE_ID)
                        .enable(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID)
                        .addModule(new SimpleModule().setSerializerModifier(new UnwritableTypes()))
                        .build();
    }

    /** The parts of Jackson's messages about Jackson. */
    private static final class Noise {
        static final Pattern PATTERN =
                Pattern.compile(
                        " \\(start marker at \\[Source: [^]]*]\\)| \\(`JsonToken\\.\\w+`\\)|"
                            + " \\(bound as `[^`]*`\\)| for `\\w+`|, from `[^`]*`|: (not allowed"
                            + " (when|as per)|enable) `[^`]*`( enabled| to allow)?");
    }

    public static JsonMapper mapper() {
        return Mapper.ONE;
    }

    /**
     * Writes a Java value as a tree.
     *
     * @throws UnwritableException if the value is not data
     * @throws JacksonException if Jackson cannot write the value for another reason
     */
    public static JsonNode tree(Object value) {
        return writing(() -> Mapper.ONE.valueToTree(value));
    }

    /** Writes a value by any means; a value without end is unwritable, not a broken stack. */
    static JsonNode writing(Supplier<JsonNode> writing) {
        try {
            return writing.get();
        } catch (StackOverflowError e) {
            throw new UnwritableException("the value is nested too deeply, or contains itself");
        }
    }

    /**
     * Reads one JSON value.
     *
     * @throws IllegalArgumentException naming line and column where {@code text} is not JSON
     */
    public static JsonNode parse(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        JsonNode usual = isAscii(text, utf8) ? parseUsual(utf8, 0, utf8.length) : null;
        if (usual != null) {
            return usual;
        }
        try {
            return readTree(() -> Mapper.ONE.createParser(text));
        } catch (JacksonException e) {
            throw new IllegalArgumentException("not JSON: " + reason(e), e);
        }
    }

    /** An unpaired surrogate has no bytes in UTF-8: the encoder writes one question mark. */
    private static boolean isAscii(String text, byte[] utf8) {
        return utf8.length == text.length()
                && text.equals(new String(utf8, StandardCharsets.ISO_8859_1));
    }

    /**
     * Reads one JSON value in UTF-8.
     *
     * @throws IllegalArgumentException naming line and column where the text is not JSON
     */
    public static JsonNode parse(byte[] utf8) {
        JsonNode usual = parseUsual(utf8, 0, utf8.length);
        return usual == null ? parseUnusual(utf8) : usual;
    }

    /** As {@link #parse(byte[])}, for a text of which {@link #parseUsual} refused a part. */
    public static JsonNode parseUnusual(byte[] utf8) {
        try {
            return readTree(() -> Mapper.ONE.createParser(utf8));
        } catch (JacksonException e) {
            throw new IllegalArgumentException("not JSON: " + reason(e), e);
        }
    }

    /** Returns a parser whose trees keep the sign of a negative zero. */
    public static JsonParser keepingNegativeZero(JsonParser parser) {
        return new SignedZeroParser(parser);
    }

    /**
     * Reads one JSON value exactly, whatever is in it.
     *
     * @return a missing node if there is none
     * @throws JacksonException if it is not JSON
     */
    public static JsonNode readTree(Supplier<JsonParser> source) {
        return read(
                () -> {
                    try (JsonParser parser = keepingNegativeZero(source.get())) {
                        JsonNode tree = Mapper.ONE.readTree(parser);
                        return tree == null ? MissingNode.getInstance() : tree;
                    }
                });
    }

    /**
     * Reads a part of a text in UTF-8, if that is one JSON value of the usual kind. Whatever is
     * wrong, deeply nested or rare is left to the other methods.
     *
     * @return null if it is not read
     */
    public static @Nullable JsonNode parseUsual(byte[] utf8, int begin, int end) {
        return JsonTextReader.read(utf8, begin, end);
    }

    /**
     * The text of a value in UTF-8.
     *
     * @throws IllegalArgumentException if it has NaN or an infinite number
     */
    public static byte[] write(JsonNode value) {
        JsonBytes bytes = JsonBytes.take();
        try {
            return bytes.tree(value).toByteArray();
        } finally {
            bytes.giveBack();
        }
    }

    /**
     * Reads by whatever means, so that a number whose exponent is beyond all bounds is what any
     * other text is that cannot be read. Jackson throws a {@link NumberFormatException} of it.
     *
     * @throws JacksonException if the text cannot be read
     */
    public static <T> T read(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (NumberFormatException e) {
            throw new StreamReadException(null, "a number is out of range", e);
        }
    }

    /**
     * Forgets what was read of Java classes, so that class loaders which nobody else refers to can
     * be freed. It is read again when it is needed. For programs that load classes anew while they
     * run.
     */
    public static void forgetClasses() {
        Mapper.ONE.clearCaches();
        ClassSchemas.forget();
    }

    /** Whether two values are the same JSON: numbers by value, objects without regard to order. */
    public static boolean isSame(JsonNode a, JsonNode b) {
        return JsonEquality.equal(a, b);
    }

    /**
     * Where a value that was made by Java code has a number that JSON has not: NaN, or an infinite
     * one. Jackson would write it as a text. Linear in the size of the value.
     *
     * @return the JSON pointer of the first one
     * @throws UnwritableException if the value is nested deeper than JSON text may be
     */
    public static Optional<String> findNonFinite(JsonNode value) {
        return Optional.ofNullable(findNonFinite(value, 0));
    }

    private static @Nullable String findNonFinite(JsonNode value, int depth) {
        if (value instanceof StringNode) {
            return null;
        }
        if (!value.isContainer()) {
            return isFinite(value) ? null : "";
        }
        if (depth == MAX_DEPTH) {
            throw new UnwritableException("the value is nested too deeply, or contains itself");
        }
        if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                String found = findNonFinite(value.get(i), depth + 1);
                if (found != null) {
                    return "/" + i + found;
                }
            }
            return null;
        }
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            String found = findNonFinite(member.getValue(), depth + 1);
            if (found != null) {
                return "/" + Location.escape(member.getKey()) + found;
            }
        }
        return null;
    }

    /** Whether a value is none of the numbers that JSON has not. */
    static boolean isFinite(JsonNode value) {
        return !(value.isDouble() || value.isFloat()) || Double.isFinite(value.doubleValue());
    }

    /** Whether Jackson reads a name however it is written: no long one, no half of a character. */
    static boolean isUsualName(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (Character.isSurrogate(name.charAt(i))) {
                return false;
            }
        }
        return name.length() <= MAX_NAME;
    }

    /** The place in a value where Jackson met a problem, as a JSON pointer. */
    public static String pointer(JacksonException e) {
        StringBuilder pointer = new StringBuilder();
        for (JacksonException.Reference step : e.getPath()) {
            String name = step.getPropertyName();
            pointer.append('/').append(name == null ? step.getIndex() : Location.escape(name));
        }
        return pointer.toString();
    }

    /** What is wrong with a text, and where, without Jackson's options. */
    public static String reason(JacksonException e) {
        var location = e.getLocation();
        // A number out of range has no place of its own.
        String where =
                location == null || location.getLineNr() < 1
                        ? ""
                        : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
        return Noise.PATTERN.matcher(e.getOriginalMessage()).replaceAll("") + where;
    }
}
