package dev.alkdev.operations.base;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Reads one JSON object field by field and reports exactly what is missing or wrong, and where.
 * Every method that gives a field throws {@link IllegalArgumentException} if it is not as it must
 * be.
 */
public final class JsonFields {
    private static final int LONGEST_VALUE = 80;

    private final String what;
    private final String pointer;
    private final JsonNode node;

    private JsonFields(String what, String pointer, JsonNode node) {
        this.what = what;
        this.pointer = pointer;
        this.node = node;
        if (!node.isObject()) {
            throw wrong(pointer.isEmpty() ? "it" : pointer, "an object", node);
        }
    }

    /** Starts reading; {@code what} begins every message. */
    public static JsonFields of(String what, JsonNode node) {
        return new JsonFields(what, "", node);
    }

    public String text(String field) {
        JsonNode value = required(field);
        if (!value.isString()) {
            throw wrong(field, "a string");
        }
        return value.stringValue();
    }

    public @Nullable String optionalText(String field) {
        return isAbsent(field) ? null : text(field);
    }

    public int integer(String field) {
        JsonNode value = required(field);
        if (!value.canConvertToExactIntegral() || !value.canConvertToInt()) {
            throw wrong(field, "an integer");
        }
        return value.intValue();
    }

    public @Nullable Integer optionalInteger(String field) {
        return isAbsent(field) ? null : (Integer) integer(field);
    }

    public long longInteger(String field) {
        JsonNode value = required(field);
        if (!value.canConvertToExactIntegral() || !value.canConvertToLong()) {
            throw wrong(field, "an integer");
        }
        return value.longValue();
    }

    public @Nullable Long optionalLong(String field) {
        return isAbsent(field) ? null : (Long) longInteger(field);
    }

    public @Nullable Double optionalNumber(String field) {
        if (isAbsent(field)) {
            return null;
        }
        JsonNode value = required(field);
        double number = value.isNumber() ? value.decimalValue().doubleValue() : Double.NaN;
        if (!Double.isFinite(number)) {
            throw wrong(field, "a number");
        }
        return number;
    }

    public boolean bool(String field) {
        JsonNode value = required(field);
        if (!value.isBoolean()) {
            throw wrong(field, "true or false");
        }
        return value.booleanValue();
    }

    public boolean bool(String field, boolean otherwise) {
        return isAbsent(field) ? otherwise : bool(field);
    }

    /** The field's value whatever it is, JSON null included; null if there is no such field. */
    public @Nullable JsonNode any(String field) {
        return node.get(field);
    }

    public JsonNode required(String field) {
        JsonNode value = node.get(field);
        if (value == null) {
            throw new IllegalArgumentException(what + ": " + at(field) + " is missing");
        }
        return value;
    }

    public @Nullable JsonNode optionalObject(String field) {
        if (isAbsent(field)) {
            return null;
        }
        JsonNode value = required(field);
        if (!value.isObject()) {
            throw wrong(field, "an object");
        }
        return value;
    }

    public JsonFields object(String field) {
        return new JsonFields(what, at(field), required(field));
    }

    public List<JsonFields> objects(String field) {
        List<JsonFields> objects = new ArrayList<>();
        for (JsonNode element : array(field)) {
            objects.add(new JsonFields(what, at(field) + "/" + objects.size(), element));
        }
        return objects;
    }

    public List<String> texts(String field) {
        List<String> texts = new ArrayList<>();
        for (JsonNode element : array(field)) {
            if (!element.isString()) {
                throw wrong(at(field) + "/" + texts.size(), "a string", element);
            }
            texts.add(element.stringValue());
        }
        return texts;
    }

    /** The elements of an array; none if there is no such field. */
    public ArrayNode array(String field) {
        if (isAbsent(field)) {
            return JsonNodeFactory.instance.arrayNode(0);
        }
        if (required(field) instanceof ArrayNode array) {
            return array;
        }
        throw wrong(field, "an array");
    }

    /**
     * The field as something that has a reader of its own.
     *
     * @param kind what it is, such as {@code JSON Schema}
     * @param reader throws an exception that says what is wrong with it
     */
    public <T> T read(String field, String kind, Function<JsonNode, T> reader) {
        JsonNode json = required(field);
        try {
            return reader.apply(json);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    what + ": " + at(field) + " is no " + kind + ": " + e.getMessage(), e);
        }
    }

    public Iterable<Map.Entry<String, JsonNode>> entries() {
        return node.properties();
    }

    public boolean isAbsent(String field) {
        JsonNode value = node.get(field);
        return value == null || value.isNull();
    }

    public IllegalArgumentException wrong(String field, String expected) {
        return wrong(at(field), expected, required(field));
    }

    private IllegalArgumentException wrong(String place, String expected, JsonNode value) {
        return new IllegalArgumentException(
                what
                        + ": "
                        + place
                        + " should be "
                        + expected
                        + " but is "
                        + ShortText.of(value.toString(), LONGEST_VALUE));
    }

    /** Where a field is, as a JSON pointer. */
    private String at(String field) {
        return pointer + "/" + field.replace("~", "~0").replace("/", "~1");
    }
}
