package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Translates a schema of draft-07 into one of 2020-12 that accepts the same values. For one thread.
 */
final class Draft07 {
    private static final String DIALECT = "http://json-schema.org/draft-07/schema";
    private static final String MODERN = "https://json-schema.org/draft/2020-12/schema";
    private static final Pattern ANCHOR = Pattern.compile("#[A-Za-z_][-A-Za-z0-9._]*");

    private final JsonNode root;

    /** What has no form in 2020-12 was found. */
    private boolean failed;

    private Draft07(JsonNode root) {
        this.root = root;
    }

    /** The translation; the schema itself if it is of another dialect, or has none. */
    static JsonNode translated(JsonNode schema) {
        if (!schema.path("$schema").asString("").startsWith(DIALECT)) {
            return schema;
        }
        Draft07 translation = new Draft07(schema);
        JsonNode translated = translation.schema(schema);
        return translation.failed ? schema : translated;
    }

    private JsonNode schema(JsonNode schema) {
        if (!schema.isObject()) {
            return schema;
        }
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        boolean reference = isReference(schema);
        schema.forEachEntry(
                (keyword, value) -> {
                    if (!reference || isRead(keyword)) {
                        add(schema, keyword, value, result);
                    }
                });
        return result;
    }

    private static boolean isReference(JsonNode schema) {
        return schema.path("$ref").isString();
    }

    /** Whether it is not ignored beside a reference, as all but definitions and words are. */
    private static boolean isRead(String keyword) {
        return switch (keyword) {
            case "$ref", "$schema", "$comment" -> true;
            default -> Keyword.isDefinitions(keyword) || Keyword.holdsWords(keyword);
        };
    }

    private void add(JsonNode schema, String keyword, JsonNode value, ObjectNode result) {
        switch (keyword) {
            case "$schema" -> {
                if (schema == root) {
                    result.put("$schema", MODERN);
                }
            }
            case "$id" -> identify(schema, value.asString(""), result);
            case "$ref" -> result.put("$ref", moved(value.asString("")));
            case "definitions", "$defs" -> merge("$defs", translated(keyword, value), result);
            case "items" ->
                    result.set(
                            value.isArray() ? "prefixItems" : "items", translated(keyword, value));
            case "additionalItems" -> {
                if (schema.path("items").isArray()) {
                    result.set("items", translated(keyword, value));
                }
            }
            case "dependencies" ->
                    translated(keyword, value)
                            .forEachEntry((name, each) -> addDependency(name, each, result));
            default -> {
                if (!Keyword.isSince2019(keyword)) {
                    result.set(keyword, translated(keyword, value));
                }
            }
        }
    }

    private JsonNode translated(String keyword, JsonNode value) {
        return Keyword.replace(keyword, value, this::schema);
    }

    /** A schema inside that is a document of its own would have to be translated as such. */
    private void identify(JsonNode schema, String id, ObjectNode result) {
        if (ANCHOR.matcher(id).matches()) {
            result.put("$anchor", id.substring(1));
        } else if (schema == root && id.indexOf('#') < 0) {
            result.put("$id", id);
        } else {
            failed = true;
        }
    }

    private static void addDependency(String name, JsonNode value, ObjectNode result) {
        String keyword = value.isArray() ? "dependentRequired" : "dependentSchemas";
        result.withObjectProperty(keyword).set(name, value);
    }

    private void merge(String keyword, JsonNode more, ObjectNode result) {
        ObjectNode all = result.withObjectProperty(keyword);
        more.forEachEntry(
                (name, each) -> {
                    failed |= all.has(name);
                    all.set(name, each);
                });
    }

    /** The same target by its new address. */
    private String moved(String reference) {
        if (ANCHOR.matcher(reference).matches() || reference.equals("#")) {
            return reference;
        }
        if (!reference.startsWith("#/")) {
            failed = true;
            return reference;
        }
        StringBuilder address = new StringBuilder("#");
        List<String> tokens = Location.tokens(reference.substring(1));
        JsonNode here = root;
        for (int i = 0; i < tokens.size() && !failed; i++) {
            String keyword = tokens.get(i);
            JsonNode value = here.path(keyword);
            address.append('/').append(renamed(here, keyword));
            if (Keyword.mapsToSchemas(keyword) || value.isArray()) {
                i++;
                value = i < tokens.size() ? Location.child(value, tokens.get(i)) : value;
                failed |= i >= tokens.size();
                address.append('/').append(i < tokens.size() ? Location.encode(tokens.get(i)) : "");
            }
            failed |= !value.isObject() && !value.isBoolean();
            here = value;
        }
        return address.toString();
    }

    /** What a keyword that leads to schemas is called. */
    private String renamed(JsonNode schema, String keyword) {
        boolean tuple = schema.path("items").isArray();
        failed |= isReference(schema) && !Keyword.isDefinitions(keyword);
        failed |= !Keyword.holdsSchemas(keyword) && !Keyword.mapsToSchemas(keyword);
        return switch (keyword) {
            case "definitions", "$defs" -> "$defs";
            case "dependencies" -> "dependentSchemas";
            case "items" -> tuple ? "prefixItems" : "items";
            case "additionalItems" -> {
                failed |= !tuple;
                yield "items";
            }
            default -> {
                failed |= Keyword.isSince2019(keyword);
                yield keyword;
            }
        };
    }
}
