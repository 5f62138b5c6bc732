package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Generates a small example value of a schema: what is required, of the first alternative. Patterns
 * and the like are beyond it.
 */
public final class ExampleValue {
    private static final int DEEPEST = 8;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private ExampleValue() {}

    /**
     * An example for a schema: what it names itself as a default, example or choice, if it does.
     */
    public static JsonNode of(SchemaView schema) {
        return value(schema, 0);
    }

    private static JsonNode value(SchemaView view, int depth) {
        List<JsonNode> values = given(view);
        if (!values.isEmpty()) {
            return values.getFirst();
        }
        Set<JsonType> types = view.types();
        if (types.isEmpty()) {
            return NODES.stringNode("…");
        }
        return switch (types.iterator().next()) {
            case INTEGER, NUMBER -> number(view);
            case BOOLEAN -> NODES.booleanNode(true);
            case OBJECT -> depth < DEEPEST ? object(view, depth) : NODES.objectNode();
            case ARRAY -> depth < DEEPEST ? array(view, depth) : NODES.arrayNode();
            case STRING -> NODES.stringNode(text(view.keyword("format").asString("")));
            case NULL -> NullNode.getInstance();
        };
    }

    /** Values the schema itself names. */
    private static List<JsonNode> given(SchemaView view) {
        List<JsonNode> values = new ArrayList<>();
        values.add(view.defaultValue());
        values.addAll(view.examples());
        values.addAll(view.enumValues());
        values.removeIf(value -> value.isNull() || value.isMissingNode());
        return values;
    }

    private static JsonNode number(SchemaView view) {
        JsonNode least = view.keyword("minimum");
        return least.isNumber() && least.asDouble() > 1 ? least : NODES.numberNode(1);
    }

    private static JsonNode object(SchemaView view, int depth) {
        List<SchemaView> branches = view.branches();
        SchemaView first = branches.isEmpty() ? view : branches.getFirst();
        ObjectNode object = NODES.objectNode();
        view.properties()
                .forEach(
                        (name, property) -> {
                            if (view.required().contains(name) || first.required().contains(name)) {
                                SchemaView chosen = first.property(name);
                                object.set(
                                        name,
                                        value(chosen.isOpen() ? property : chosen, depth + 1));
                            }
                        });
        return object;
    }

    private static JsonNode array(SchemaView view, int depth) {
        SchemaView items = view.items();
        ArrayNode array = NODES.arrayNode();
        return items.isOpen() ? array : array.add(value(items, depth + 1));
    }

    private static String text(String format) {
        return switch (format) {
            case "date" -> "2026-01-31";
            case "date-time" -> "2026-01-31T12:00:00Z";
            case "time" -> "12:00:00Z";
            case "duration" -> "PT1H";
            case "uuid" -> "00000000-0000-0000-0000-000000000000";
            case "email" -> "ann@example.org";
            case "uri", "url", "uri-reference", "iri" -> "https://example.org/";
            case "hostname" -> "example.org";
            case "ipv4" -> "127.0.0.1";
            case "ipv6" -> "::1";
            default -> "…";
        };
    }
}
