package dev.alkdev.operations.schema;

import dev.alkdev.operations.schema.pattern.Pattern262;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The JSON that the value of each keyword must have. Invalid values are dropped, or reduced to
 * their valid parts, so that the rest of a schema stays usable. Looks at one schema without the
 * schemas inside it.
 */
final class KeywordForm {
    /** Keywords that reject more values if a part of the schemas inside them is dropped. */
    static final List<String> EXACT = List.of("not", "if", "oneOf");

    private KeywordForm() {}

    /** Returns a schema with valid keywords only; the same node if all of them are valid. */
    static JsonNode valid(JsonNode schema, Rules rules) {
        if (!schema.isObject()) {
            return schema.isBoolean() ? schema : JsonNodeFactory.instance.objectNode();
        }
        ObjectNode copy = null;
        for (Map.Entry<String, JsonNode> member : schema.properties()) {
            JsonNode value = valid(member.getKey(), member.getValue(), rules);
            if (value != member.getValue()) {
                copy = copy == null ? shallowCopy(schema) : copy;
                set(copy, member.getKey(), value);
            }
        }
        return copy == null ? schema : overlapping(copy, schema);
    }

    private static ObjectNode shallowCopy(JsonNode schema) {
        return JsonNodeFactory.instance.objectNode().setAll(schema.asObject());
    }

    private static void set(ObjectNode schema, String keyword, @Nullable JsonNode value) {
        if (value == null) {
            schema.remove(keyword);
        } else {
            schema.set(keyword, value);
        }
    }

    /** Returns a schema without one of the {@link #EXACT} keywords, or with a weaker one. */
    static JsonNode relaxed(String keyword, JsonNode schema) {
        ObjectNode copy = shallowCopy(schema);
        copy.remove(keyword);
        return overlapping(copy, schema);
    }

    /** An alternative that lost a restriction may overlap with the others. */
    private static ObjectNode overlapping(ObjectNode copy, JsonNode schema) {
        boolean moved = schema.path("oneOf").isArray() && !copy.has("oneOf");
        if (moved && !copy.has("anyOf") && !schema.path("oneOf").isEmpty()) {
            copy.set("anyOf", schema.get("oneOf"));
        }
        return copy;
    }

    /** Returns the valid part of a value; null if no part of it is valid. */
    static @Nullable JsonNode valid(String keyword, JsonNode value, Rules rules) {
        return switch (keyword) {
            case "type" -> types(value);
            case "enum" -> value.isArray() && !value.isEmpty() ? value : null;
            case "examples" -> value.isArray() ? value : null;
            case "required" -> names(value);
            case "minimum", "maximum" -> value.isNumber() ? value : null;
            case "exclusiveMinimum", "exclusiveMaximum" -> isBound(value, rules) ? value : null;
            case "multipleOf" -> isPositive(value) ? value : null;
            case "minLength", "maxLength", "minItems", "maxItems", "minProperties" ->
                    isCount(value) ? value : null;
            case "maxProperties", "minContains", "maxContains" -> isCount(value) ? value : null;
            case "uniqueItems", "nullable", "readOnly", "writeOnly", "deprecated" ->
                    value.isBoolean() ? value : null;
            case "title", "description", "$comment", "format", "contentEncoding" ->
                    value.isString() ? value : null;
            case "contentMediaType", "$ref", "$dynamicRef", "$id", "$anchor", "$dynamicAnchor" ->
                    value.isString() ? value : null;
            case "pattern" -> value.isString() && isPattern(value.asString()) ? value : null;
            case "patternProperties" -> entries(value, KeywordForm::patternEntry);
            case "dependentRequired" -> entries(value, it -> names(it.getValue()));
            case "dependencies" -> entries(value, KeywordForm::dependency);
            case "properties", "dependentSchemas", "$defs", "definitions" ->
                    value.isObject() ? value : null;
            case "allOf", "anyOf" -> value.isArray() && !value.isEmpty() ? value : null;
            case "oneOf" -> isExact(value, rules) ? value : null;
            case "prefixItems" -> value.isArray() ? value : null;
            case "not", "if" -> isWhollyValid(value, rules) ? value : null;
            default -> Keyword.holdsSchemas(keyword) ? schema(keyword, value) : value;
        };
    }

    private static @Nullable JsonNode schema(String keyword, JsonNode value) {
        boolean list = keyword.equals("items") && !value.isEmpty();
        return value.isArray() && !list ? null : value;
    }

    private static @Nullable JsonNode types(JsonNode value) {
        if (value.isString()) {
            return JsonType.named(value.asString()) == null ? null : value;
        }
        for (JsonNode each : value) {
            if (JsonType.named(each.asString("")) == null) {
                return null;
            }
        }
        return value.isEmpty() ? null : names(value);
    }

    /** The names of an array, each once. */
    private static @Nullable JsonNode names(JsonNode value) {
        if (!value.isArray()) {
            return null;
        }
        Set<String> names = new HashSet<>();
        ArrayNode copy = JsonNodeFactory.instance.arrayNode();
        for (JsonNode each : value) {
            if (each.isString() && names.add(each.asString())) {
                copy.add(each);
            }
        }
        return copy.size() == value.size() ? value : copy;
    }

    private static boolean isBound(JsonNode value, Rules rules) {
        return value.isNumber() || (value.isBoolean() && rules.hasExclusiveFlags());
    }

    private static boolean isPositive(JsonNode value) {
        return value.isNumber() && value.decimalValue().signum() > 0;
    }

    private static boolean isCount(JsonNode value) {
        return JsonType.of(value) == JsonType.INTEGER && value.decimalValue().signum() >= 0;
    }

    private static boolean isPattern(String pattern) {
        try {
            Pattern262.compile(pattern);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** The valid entries of an object. */
    private static @Nullable JsonNode entries(
            JsonNode value, Function<Map.Entry<String, JsonNode>, @Nullable JsonNode> entry) {
        if (!value.isObject()) {
            return null;
        }
        ObjectNode copy = null;
        for (Map.Entry<String, JsonNode> each : value.properties()) {
            JsonNode valid = entry.apply(each);
            if (valid != each.getValue()) {
                copy = copy == null ? shallowCopy(value) : copy;
                set(copy, each.getKey(), valid);
            }
        }
        return copy == null ? value : copy;
    }

    private static @Nullable JsonNode patternEntry(Map.Entry<String, JsonNode> entry) {
        return isPattern(entry.getKey()) ? entry.getValue() : null;
    }

    private static @Nullable JsonNode dependency(Map.Entry<String, JsonNode> entry) {
        JsonNode value = entry.getValue();
        return value.isArray() ? names(value) : value;
    }

    /** Alternatives of which exactly one may match: none of them may have lost a restriction. */
    private static boolean isExact(JsonNode alternatives, Rules rules) {
        for (JsonNode each : alternatives) {
            if (!isWhollyValid(each, rules)) {
                return false;
            }
        }
        return alternatives.isArray() && !alternatives.isEmpty();
    }

    /**
     * Whether nothing is dropped from a schema and the schemas inside it. If a part of a negated
     * schema were dropped, the negation would reject more values.
     */
    private static boolean isWhollyValid(JsonNode schema, Rules rules) {
        if (valid(schema, rules) != schema) {
            return false;
        }
        for (Map.Entry<String, JsonNode> member : schema.properties()) {
            // These were checked to the bottom just now.
            boolean checked = EXACT.contains(member.getKey());
            if (!checked && !areInnerSchemasValid(member.getKey(), member.getValue(), rules)) {
                return false;
            }
        }
        return true;
    }

    private static boolean areInnerSchemasValid(String keyword, JsonNode value, Rules rules) {
        boolean map = Keyword.mapsToSchemas(keyword) && value.isObject();
        if (map || (Keyword.holdsSchemas(keyword) && value.isArray())) {
            for (JsonNode each : value) {
                // The older "dependencies" may also name properties, in a list.
                if (!(map && each.isArray()) && !isWhollyValid(each, rules)) {
                    return false;
                }
            }
            return true;
        }
        return !Keyword.holdsSchemas(keyword) || isWhollyValid(value, rules);
    }
}
