package dev.alkdev.operations;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

import dev.alkdev.operations.base.JsonFields;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The headers of an HTTP response: names in lower case, repeated ones joined with {@code ", "}.
 * Only {@code set-cookie} is never joined, since a cookie may have commas of its own: in JSON it is
 * an array, every other header a string.
 *
 * @param values every value of each header, in order
 */
public record Headers(Map<String, List<String>> values) {
    private static final String SET_COOKIE = "set-cookie";
    private static final Headers NONE = new Headers(Map.of());

    public Headers {
        Map<String, List<String>> lower = new LinkedHashMap<>();
        values.forEach(
                (name, each) ->
                        lower.computeIfAbsent(
                                        name.toLowerCase(Locale.ROOT), key -> new ArrayList<>())
                                .addAll(each));
        lower.replaceAll(
                (name, each) ->
                        name.equals(SET_COOKIE)
                                ? List.copyOf(each)
                                : List.of(String.join(", ", each)));
        values = Collections.unmodifiableMap(lower);
    }

    public static Headers none() {
        return NONE;
    }

    /** Headers that have one value each. */
    public static Headers of(Map<String, String> values) {
        Map<String, List<String>> lists = new LinkedHashMap<>();
        values.forEach((name, value) -> lists.put(name, List.of(value)));
        return new Headers(lists);
    }

    /** The value of a header in any case, or the first cookie of {@code set-cookie}. */
    public Optional<String> value(String name) {
        return all(name).stream().findFirst();
    }

    /** Every cookie of {@code set-cookie}; the one joined value of any other header. */
    public List<String> all(String name) {
        return values.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    }

    /** The JSON form. */
    @JsonValue
    public JsonNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        values.forEach(
                (name, each) -> {
                    if (name.equals(SET_COOKIE)) {
                        json.set(name, AccessControl.texts(each));
                    } else {
                        json.put(name, each.getFirst());
                    }
                });
        return json;
    }

    /**
     * Reads the JSON form.
     *
     * @throws IllegalArgumentException saying what is wrong, and where
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Headers fromJson(JsonNode json) {
        return read(JsonFields.of("headers", json));
    }

    static Headers read(JsonFields fields) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> header : fields.entries()) {
            String name = header.getKey();
            values.put(
                    name,
                    header.getValue() instanceof ArrayNode
                            ? fields.texts(name)
                            : List.of(fields.text(name)));
        }
        return new Headers(values);
    }
}
