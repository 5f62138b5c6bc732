package dev.alkdev.operations.cli;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Makes a small input that fits a schema, as something to begin with: what is required, of the
 * first alternative. Patterns and the like are beyond it. For one thread.
 */
final class ExampleInput {
    private static final int DEEPEST = 8;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final SchemaView view;

    ExampleInput(JsonNode schema) {
        this.view = new SchemaView(schema);
    }

    /** The arguments of a command line that stand for the input, with a space before each. */
    String arguments() {
        JsonNode example = value();
        if (!example.isObject()) {
            return " '" + example + "'";
        }
        return example.properties().stream()
                .map(each -> " " + argument(each.getKey(), each.getValue()))
                .collect(Collectors.joining());
    }

    private static String argument(String name, JsonNode value) {
        if (value.isContainer() || value.isNull()) {
            return name + ":='" + value.toString().replace("'", "'\\''") + "'";
        }
        String text = value.asString();
        boolean plain = text.chars().allMatch(c -> c > 127 || isPlain((char) c));
        return name + "=" + (plain ? text : "'" + text.replace("'", "'\\''") + "'");
    }

    private static boolean isPlain(char c) {
        return Character.isLetterOrDigit(c) || "-_.:/@+,".indexOf(c) >= 0;
    }

    JsonNode value() {
        return value(view.root(), 0);
    }

    private JsonNode value(JsonNode schema, int depth) {
        List<JsonNode> values = given(schema);
        if (!values.isEmpty()) {
            return values.getFirst();
        }
        Set<String> types = view.types(schema);
        String type = types.stream().filter(each -> !each.equals("null")).findFirst().orElse("");
        return switch (type) {
            case "integer", "number" -> number(schema);
            case "boolean" -> NODES.booleanNode(true);
            case "object" -> depth < DEEPEST ? object(schema, depth) : NODES.objectNode();
            case "array" -> depth < DEEPEST ? array(schema, depth) : NODES.arrayNode();
            case "string" -> NODES.stringNode(text(view.format(schema)));
            default -> types.isEmpty() ? NODES.stringNode("…") : NullNode.getInstance();
        };
    }

    /** Values the schema itself names. */
    private List<JsonNode> given(JsonNode schema) {
        List<JsonNode> values = new ArrayList<>();
        for (String keyword : List.of("default", "example")) {
            if (schema.has(keyword) && !schema.get(keyword).isNull()) {
                values.add(schema.get(keyword));
            }
        }
        schema.path("examples").forEach(values::add);
        values.addAll(view.values(schema));
        return values;
    }

    private JsonNode number(JsonNode schema) {
        JsonNode least = schema.path("minimum");
        return least.isNumber() && least.asDouble() > 1 ? least : NODES.numberNode(1);
    }

    private JsonNode object(JsonNode schema, int depth) {
        List<JsonNode> branches = view.alternatives(schema);
        JsonNode first = branches.isEmpty() ? schema : branches.getFirst();
        ObjectNode object = NODES.objectNode();
        view.properties(schema)
                .forEach(
                        (name, property) -> {
                            JsonNode chosen = view.property(first, name);
                            boolean required =
                                    view.isRequired(schema, name) || view.isRequired(first, name);
                            if (required) {
                                object.set(
                                        name,
                                        value(chosen.isObject() ? chosen : property, depth + 1));
                            }
                        });
        return object;
    }

    private JsonNode array(JsonNode schema, int depth) {
        JsonNode items = view.items(schema);
        ArrayNode array = NODES.arrayNode();
        return items.isObject() ? array.add(value(items, depth + 1)) : array;
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
