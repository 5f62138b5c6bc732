package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One schema object while it is compiled: gives out its keywords in the form they must have, or
 * reports where they do not.
 */
final class SchemaReader {
    /** Schemas nested deeper than this are refused, so that compiling cannot run out of stack. */
    private static final int MAX_DEPTH = 500;

    private final JsonNode original;
    private final JsonNode node;
    private final Resource resource;
    private final Location location;
    private final int depth;
    private final int topics;

    /**
     * Creates a reader.
     *
     * @param node the schema, or its valid part
     */
    SchemaReader(Located schema, JsonNode node, int depth) {
        this.original = schema.node();
        this.node = node;
        this.resource = schema.resource();
        this.location = schema.location();
        this.depth = depth;
        if (depth > MAX_DEPTH) {
            throw new SchemaException(
                    location.pointer(), "schemas nested more than " + MAX_DEPTH + " levels deep");
        }
        this.topics = topics(node);
    }

    private static int topics(JsonNode node) {
        int topics = 0;
        for (String name : node.propertyNames()) {
            Keyword keyword = Keyword.named(name);
            topics |= keyword == null ? 0 : keyword.topics();
        }
        return topics;
    }

    /** The bits of the topics that its keywords belong to; none but references if they hide all. */
    int topics() {
        boolean alone = rules().refStandsAlone() && has("$ref");
        return alone ? Topic.REFERENCES.bit() : topics;
    }

    /** The schema as the document contains it, by which references find it. */
    JsonNode original() {
        return original;
    }

    JsonNode node() {
        return node;
    }

    Resource resource() {
        return resource;
    }

    Rules rules() {
        return resource.rules();
    }

    Location location() {
        return location;
    }

    int depth() {
        return depth;
    }

    @Nullable JsonNode get(String keyword) {
        return node.get(keyword);
    }

    /** A value that is copied or compared as a whole, and so must not be nested too deeply. */
    @Nullable JsonNode value(String keyword) {
        JsonNode value = node.get(keyword);
        if (value != null && isDeeperThan(value, MAX_DEPTH)) {
            String message = "values nested more than " + MAX_DEPTH + " levels deep";
            throw new SchemaException(location.child(keyword).pointer(), message);
        }
        return value;
    }

    private static boolean isDeeperThan(JsonNode value, int levels) {
        if (levels == 0) {
            return true;
        }
        for (JsonNode child : value) {
            if (child.isContainer() && isDeeperThan(child, levels - 1)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a value may fit several alternatives of its {@code oneOf}. */
    boolean mayOverlap() {
        return resource.library().mayOverlap(node);
    }

    boolean has(String keyword) {
        return node.has(keyword);
    }

    /** A non-negative whole number; {@code absent} if the keyword is not there. */
    int count(String keyword, int absent) {
        JsonNode value = node.get(keyword);
        if (value == null) {
            return absent;
        }
        if (JsonType.of(value) != JsonType.INTEGER || value.decimalValue().signum() < 0) {
            throw wrong(keyword, "must be a non-negative integer");
        }
        return value.decimalValue().min(BigDecimal.valueOf(Integer.MAX_VALUE)).intValue();
    }

    @Nullable JsonNode number(String keyword) {
        JsonNode value = node.get(keyword);
        if (value != null && !value.isNumber()) {
            throw wrong(keyword, "must be a number");
        }
        return value;
    }

    @Nullable String string(String keyword) {
        JsonNode value = node.get(keyword);
        if (value != null && !value.isString()) {
            throw wrong(keyword, "must be a string");
        }
        return value == null ? null : value.asString();
    }

    boolean flag(String keyword) {
        JsonNode value = node.get(keyword);
        if (value != null && !value.isBoolean()) {
            throw wrong(keyword, "must be true or false");
        }
        return value != null && value.booleanValue();
    }

    List<JsonNode> list(String keyword) {
        JsonNode value = node.get(keyword);
        if (value == null) {
            return List.of();
        }
        if (!value.isArray()) {
            throw wrong(keyword, "must be an array");
        }
        return List.copyOf(value.values());
    }

    List<String> strings(String keyword) {
        return strings(list(keyword), keyword);
    }

    List<String> strings(List<JsonNode> values, String keyword) {
        List<String> strings = new ArrayList<>(values.size());
        for (JsonNode value : values) {
            if (!value.isString()) {
                throw wrong(keyword, "must hold strings only");
            }
            strings.add(value.asString());
        }
        return strings;
    }

    Map<String, JsonNode> map(String keyword) {
        JsonNode value = node.get(keyword);
        if (value == null) {
            return Map.of();
        }
        if (!value.isObject()) {
            throw wrong(keyword, "must be an object");
        }
        return entries(value);
    }

    SchemaException wrong(String keyword, String demand) {
        JsonNode value = node.get(keyword);
        String got = value == null ? "" : ", got " + ValueText.of(value);
        return new SchemaException(
                location.child(keyword).pointer(), "\"" + keyword + "\" " + demand + got);
    }

    private static Map<String, JsonNode> entries(JsonNode object) {
        Map<String, JsonNode> entries = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : object.properties()) {
            entries.put(entry.getKey(), entry.getValue());
        }
        return entries;
    }
}
