package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** Seeded random schemas, and values that come close to a schema without always fitting it. */
final class RandomJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String[] NAMES = {"a", "b", "c", "d"};
    private static final String[] TYPES = {
        "null", "boolean", "integer", "number", "string", "array", "object"
    };

    private final Random random;
    private boolean normalizing;

    RandomJson(long seed) {
        this.random = new Random(seed);
    }

    /** As {@link #schema}, with defaults, dependent schemas and recursion. */
    JsonNode schemaWithDefaults(int depth) {
        this.normalizing = true;
        return schema(depth);
    }

    JsonNode schema(int depth) {
        if (random.nextInt(20) == 0) {
            return NODES.booleanNode(random.nextInt(4) > 0);
        }
        ObjectNode schema = NODES.objectNode();
        int keywords = 1 + random.nextInt(3);
        for (int i = 0; i < keywords; i++) {
            if (depth == 0 || random.nextInt(3) == 0) {
                addAssertion(schema);
            } else {
                addApplicator(schema, depth - 1);
            }
        }
        if (normalizing) {
            addForNormalizing(schema, depth);
        }
        return schema;
    }

    private void addForNormalizing(ObjectNode schema, int depth) {
        switch (random.nextInt(12)) {
            case 0, 1 -> schema.set("default", value(1));
            case 2 -> schema.put("$ref", "#");
            case 3, 4 -> {
                if (depth > 0) {
                    schema.putObject("dependentSchemas").set(pick(NAMES), schema(depth - 1));
                }
            }
            default -> {}
        }
    }

    private void addAssertion(ObjectNode schema) {
        switch (random.nextInt(14)) {
            case 0, 1, 2 -> schema.put("type", pick(TYPES));
            case 3 -> schema.putArray("type").add(pick(TYPES)).add("string");
            case 4 -> schema.set("const", value(1));
            case 5 -> schema.putArray("enum").add(value(1)).add(value(0)).add(value(0));
            case 6 -> schema.put("minimum", random.nextInt(5));
            case 7 -> schema.put("exclusiveMaximum", random.nextInt(5) + 0.5);
            case 8 -> schema.put("multipleOf", pick("2", "0.125").equals("2") ? 2 : 0.125);
            case 9 -> schema.put("maxLength", random.nextInt(4));
            case 10 -> schema.put("pattern", pick("^a", "b$", "^[a-c]+$", "x?y"));
            case 11 ->
                    // The peer takes uniqueItems for a demand on objects too: keep to arrays.
                    schema.put("type", "array").put("uniqueItems", true);
            case 12 -> schema.putArray("required").add(pick(NAMES));
            default -> schema.put("maxProperties", random.nextInt(4));
        }
    }

    private void addApplicator(ObjectNode schema, int depth) {
        switch (random.nextInt(14)) {
            case 0, 1, 2 -> {
                ObjectNode properties = schema.putObject("properties");
                properties.set(pick(NAMES), schema(depth));
                properties.set(pick(NAMES), schema(depth));
            }
            case 3 -> schema.set("additionalProperties", schema(depth));
            case 4 -> schema.putObject("patternProperties").set("^[ab]$", schema(depth));
            case 5 -> schema.set("items", schema(depth));
            case 6 -> schema.putArray("prefixItems").add(schema(depth)).add(schema(depth));
            case 7 -> schema.putArray("allOf").add(schema(depth)).add(schema(depth));
            case 8 -> schema.putArray("anyOf").add(schema(depth)).add(schema(depth));
            case 9 -> schema.putArray("oneOf").add(schema(depth)).add(schema(depth));
            case 10 -> schema.set("not", schema(depth));
            case 11 -> {
                schema.set("if", schema(depth));
                schema.set("then", schema(depth));
                schema.set("else", schema(depth));
            }
            case 12 -> schema.set("contains", schema(depth));
            default ->
                    schema.set(
                            pick("unevaluatedProperties", "unevaluatedItems", "propertyNames"),
                            schema(depth));
        }
    }

    JsonNode value(int depth) {
        return switch (random.nextInt(depth > 0 ? 9 : 6)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.booleanNode(random.nextBoolean());
            case 2 -> NODES.numberNode(random.nextInt(6) - 1);
            case 3 -> NODES.numberNode(random.nextInt(12) / 4.0 + 0.125);
            case 4, 5 -> NODES.stringNode(pick("", "a", "ab", "abc", "xy", "€", "😀b"));
            case 6 -> {
                ArrayNode array = NODES.arrayNode();
                for (int i = random.nextInt(4); i > 0; i--) {
                    array.add(value(depth - 1));
                }
                yield array;
            }
            default -> {
                ObjectNode object = NODES.objectNode();
                for (int i = random.nextInt(4); i > 0; i--) {
                    object.set(pick(NAMES), value(depth - 1));
                }
                yield object;
            }
        };
    }

    /** A value that mostly fits a schema of a document; references are looked up by {@code at}. */
    JsonNode valueFor(JsonNode schema, Function<String, JsonNode> at, int depth) {
        if (random.nextInt(25) == 0 || depth == 0) {
            return value(1);
        }
        JsonNode reference = schema.get("$ref");
        if (reference != null) {
            return valueFor(at.apply(reference.asString()), at, depth - 1);
        }
        JsonNode choice = choice(schema);
        if (choice != null) {
            return valueFor(choice, at, depth - 1);
        }
        if (schema.path("enum").size() > 0) {
            return schema.get("enum").get(random.nextInt(schema.get("enum").size()));
        }
        JsonNode type = schema.path("type");
        String name =
                type.isArray()
                        ? type.get(random.nextInt(type.size())).asString()
                        : type.asString("");
        return switch (name) {
            case "object" -> object(schema, at, depth);
            case "array" -> {
                ArrayNode array = NODES.arrayNode();
                for (int i = random.nextInt(3); i > 0; i--) {
                    array.add(valueFor(schema.path("items"), at, depth - 1));
                }
                yield array;
            }
            case "string" -> NODES.stringNode(pick("", "abc", "2026-01-01", "https://example.org"));
            case "integer" -> NODES.numberNode(random.nextInt(1000));
            case "number" -> NODES.numberNode(random.nextInt(100) / 4.0 + 0.125);
            case "boolean" -> NODES.booleanNode(random.nextBoolean());
            default -> schema.has("properties") ? object(schema, at, depth) : value(1);
        };
    }

    private @Nullable JsonNode choice(JsonNode schema) {
        List<JsonNode> choices = new ArrayList<>();
        for (String keyword : List.of("anyOf", "oneOf", "allOf")) {
            schema.path(keyword).forEach(choices::add);
        }
        return choices.isEmpty() ? null : choices.get(random.nextInt(choices.size()));
    }

    private JsonNode object(JsonNode schema, Function<String, JsonNode> at, int depth) {
        ObjectNode object = NODES.objectNode();
        schema.path("properties")
                .forEachEntry(
                        (name, property) -> {
                            if (random.nextInt(8) > 0) {
                                object.set(name, valueFor(property, at, depth - 1));
                            }
                        });
        return object;
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
