package dev.alkdev.operations.http;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A schema without regard to where its definitions stand and what they are called: each is numbered
 * by when it is first met.
 */
final class CanonicalSchema {
    private static final Set<String> ELSEWHERE =
            Set.of("properties", "required", "type", "title", "description", "$schema", "$defs");

    private static final int UNROLLED = 8;

    private final JsonNode root;
    private final IdentityHashMap<JsonNode, Integer> numbers = new IdentityHashMap<>();
    private final List<JsonNode> open = new ArrayList<>();

    private CanonicalSchema(JsonNode root) {
        this.root = root;
    }

    static JsonNode of(JsonNode schema) {
        return of(schema, schema);
    }

    private static JsonNode of(JsonNode schema, JsonNode root) {
        CanonicalSchema canonical = new CanonicalSchema(root);
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        all.add(canonical.rewrite(schema));
        for (int i = 0; i < canonical.open.size(); i++) {
            all.add(canonical.rewrite(canonical.open.get(i)));
        }
        return all;
    }

    /** A schema with what it refers to in its place, to a depth. */
    static JsonNode unrolled(JsonNode schema) {
        return new CanonicalSchema(schema).unrolled(schema, UNROLLED);
    }

    private JsonNode unrolled(JsonNode node, int depth) {
        if (depth == 0 || !node.isContainer()) {
            return node.isContainer() ? JsonNodeFactory.instance.stringNode("…") : node;
        }
        if (node.isArray()) {
            ArrayNode list = JsonNodeFactory.instance.arrayNode();
            node.forEach(each -> list.add(unrolled(each, depth)));
            return list;
        }
        if (node.path("$ref").isString()) {
            JsonNode target = target(node.get("$ref").asString().substring(1));
            ObjectNode merged = ((ObjectNode) target.deepCopy()).without("$defs");
            node.forEachEntry(
                    (keyword, value) -> {
                        if (!keyword.equals("$ref")) {
                            merged.set(keyword, value);
                        }
                    });
            return unrolled(merged, depth);
        }
        TreeMap<String, JsonNode> sorted = new TreeMap<>();
        node.forEachEntry(
                (keyword, value) -> {
                    if (!keyword.equals("$defs") && !keyword.startsWith("x-")) {
                        sorted.put(keyword, unrolled(value, depth - 1));
                    }
                });
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        sorted.forEach(copy::set);
        return copy;
    }

    /** One member of an object, which is all of the input where that is no simple object. */
    static JsonNode ofMember(String name, JsonNode schema) {
        return of(schema.path("properties").path(name), schema);
    }

    /** An input, without regard to words and to the order of what is required. */
    static JsonNode ofInput(JsonNode schema) {
        ObjectNode kept = JsonNodeFactory.instance.objectNode();
        JsonNode resolved = schema.path("$ref").isString() ? schema.at(pointer(schema)) : schema;
        kept.set("properties", resolved.path("properties"));
        TreeSet<String> required = new TreeSet<>();
        resolved.path("required").forEach(name -> required.add(name.asString()));
        required.forEach(kept.putArray("required")::add);
        resolved.forEachEntry(
                (keyword, value) -> {
                    if (!ELSEWHERE.contains(keyword) && !keyword.startsWith("x-")) {
                        kept.set(keyword, value);
                    }
                });
        return of(kept, schema);
    }

    private static String pointer(JsonNode schema) {
        return schema.get("$ref").asString().substring(1);
    }

    private JsonNode rewrite(JsonNode schema) {
        if (!(schema instanceof ObjectNode object)) {
            return schema;
        }
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        object.forEachEntry(
                (keyword, value) -> {
                    switch (keyword) {
                        case "$ref" -> copy.put("$ref", number(value.asString()));
                        case "$defs", "definitions", "$schema", "$anchor", "discriminator" -> {}
                        default -> {
                            if (!keyword.startsWith("x-")) {
                                copy.set(keyword, rewrite(keyword, value));
                            }
                        }
                    }
                });
        return copy;
    }

    private JsonNode rewrite(String keyword, JsonNode value) {
        return switch (keyword) {
            case "enum", "const", "default", "examples" -> value;
            case "properties", "patternProperties" -> {
                ObjectNode map = JsonNodeFactory.instance.objectNode();
                value.forEachEntry((name, each) -> map.set(name, rewrite(each)));
                yield map;
            }
            default -> value.isArray() ? list(value) : rewrite(value);
        };
    }

    private ArrayNode list(JsonNode value) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        value.forEach(each -> list.add(rewrite(each)));
        return list;
    }

    private int number(String reference) {
        JsonNode target = target(reference.substring(1));
        return numbers.computeIfAbsent(
                target,
                node -> {
                    open.add(node);
                    return open.size();
                });
    }

    private JsonNode target(String fragment) {
        for (JsonNode named : root.findParents("$anchor")) {
            if (named.get("$anchor").asString().equals(fragment)) {
                return named;
            }
        }
        return root.at(QueryText.decode(fragment.replace("+", "%2B")));
    }
}
