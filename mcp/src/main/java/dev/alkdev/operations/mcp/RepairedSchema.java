package dev.alkdev.operations.mcp;

import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaException;

import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;

/**
 * The input schema of a tool without its broken parts: those are not checked here, since the server
 * checks its arguments itself.
 *
 * @param schema valid in its dialect
 * @param problems what was broken, and where
 */
record RepairedSchema(Schema schema, List<String> problems) {
    /** A schema with more broken parts is not worth the repair. */
    private static final int MAX_PROBLEMS = 50;

    RepairedSchema {
        problems = List.copyOf(problems);
    }

    /** Repairs the input schema of a tool; a missing one accepts every object. */
    static RepairedSchema of(JsonNode given) {
        if (!given.isObject()) {
            return new RepairedSchema(anyObject(), List.of("it has no inputSchema"));
        }
        List<String> problems = new ArrayList<>();
        ObjectNode schema = (ObjectNode) given;
        while (problems.size() < MAX_PROBLEMS) {
            try {
                return new RepairedSchema(Schema.of(schema), problems);
            } catch (SchemaException e) {
                schema = problems.isEmpty() ? schema.deepCopy() : schema;
                problems.add(String.valueOf(e.getMessage()));
                if (!remove(schema, e.pointer())) {
                    break;
                }
            }
        }
        return new RepairedSchema(anyObject(), problems);
    }

    private static Schema anyObject() {
        return Schema.of(JsonNodeFactory.instance.objectNode().put("type", "object"));
    }

    /** Removes the broken part; false if that is the whole schema. */
    private static boolean remove(ObjectNode schema, String pointer) {
        JsonPointer place;
        try {
            place = JsonPointer.compile(pointer);
        } catch (IllegalArgumentException e) {
            return false;
        }
        while (!place.matches()) {
            JsonPointer parent = place.head();
            JsonNode holder = schema.at(parent);
            String name = place.last().getMatchingProperty();
            if (holder instanceof ObjectNode object && object.has(name)) {
                JsonNode broken = object.get(name);
                if (broken.isObject() && !broken.isEmpty()) {
                    // A property whose schema is broken remains a property.
                    object.putObject(name);
                } else {
                    object.remove(name);
                }
                return true;
            }
            if (holder instanceof ArrayNode array && array.has(place.last().getMatchingIndex())) {
                // Twice in the same place: the elements are no schemas.
                if (array.get(place.last().getMatchingIndex()).isEmpty()) {
                    array.removeAll();
                } else {
                    array.set(
                            place.last().getMatchingIndex(), JsonNodeFactory.instance.objectNode());
                }
                return true;
            }
            place = parent;
        }
        return false;
    }

    /** Whether the schema needs documents from the network, which are never fetched. */
    static boolean refersToNetwork(JsonNode schema) {
        return schema.findValuesAsString("$ref").stream()
                .anyMatch(reference -> reference.matches("(?i)https?:.*"));
    }

    /** The problems in one line for people; empty if there are none. */
    String report() {
        return problems.isEmpty()
                ? ""
                : "a part of its input schema cannot be used and is not checked: "
                        + problems.getFirst()
                        + (problems.size() == 1
                                ? ""
                                : " (and %d more)".formatted(problems.size() - 1));
    }
}
