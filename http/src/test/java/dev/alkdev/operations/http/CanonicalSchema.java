package dev.alkdev.operations.http;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.TreeSet;

/**
 * A schema without regard to where its definitions stand and what they are called: each is numbered
 * by when it is first met.
 */
final class CanonicalSchema {
    private final JsonNode root;
    private final IdentityHashMap<JsonNode, Integer> numbers = new IdentityHashMap<>();
    private final List<JsonNode> open = new ArrayList<>();

    private CanonicalSchema(JsonNode root) {
        this.root = root;
    }

    static JsonNode of(JsonNode schema) {
        CanonicalSchema canonical = new CanonicalSchema(schema);
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        all.add(canonical.rewrite(schema));
        for (int i = 0; i < canonical.open.size(); i++) {
            all.add(canonical.rewrite(canonical.open.get(i)));
        }
        return all;
    }

    /** What an import keeps of an input: its members, which of them it needs, and whether more. */
    static JsonNode ofInput(JsonNode schema) {
        ObjectNode kept = JsonNodeFactory.instance.objectNode();
        JsonNode resolved = schema.path("$ref").isString() ? schema.at(pointer(schema)) : schema;
        kept.set("properties", resolved.path("properties"));
        TreeSet<String> required = new TreeSet<>();
        resolved.path("required").forEach(name -> required.add(name.asString()));
        required.forEach(kept.putArray("required")::add);
        kept.put("closed", resolved.path("additionalProperties").toString().equals("false"));
        for (String definitions : List.of("$defs", "definitions")) {
            if (schema.has(definitions)) {
                kept.set(definitions, schema.get(definitions));
            }
        }
        return of(kept);
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
                        case "$defs", "definitions", "$schema", "discriminator" -> {}
                        default ->
                                copy.set(
                                        keyword,
                                        SchemaKeywords.replace(keyword, value, this::rewrite));
                    }
                });
        return copy;
    }

    private int number(String reference) {
        JsonNode target = root.at(QueryText.decode(reference.substring(1).replace("+", "%2B")));
        return numbers.computeIfAbsent(
                target,
                node -> {
                    open.add(node);
                    return open.size();
                });
    }
}
