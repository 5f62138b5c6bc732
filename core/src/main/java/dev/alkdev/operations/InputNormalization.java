package dev.alkdev.operations;

import dev.alkdev.operations.schema.Change;
import dev.alkdev.operations.schema.Schema;

import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Fills in the defaults of an input and converts its scalars without loss. */
final class InputNormalization {
    private InputNormalization() {}

    /** A member that nobody knows is a typing error to be refused, not something to be lost. */
    static JsonNode of(Schema schema, JsonNode input) {
        JsonNode normal = schema.normalize(input);
        if (normal != input) {
            schema.normalize(input, change -> restore(change, input, normal));
        }
        return normal;
    }

    /** Where something was stripped, the normal form is a copy. */
    private static void restore(Change change, JsonNode input, JsonNode normal) {
        if (change.kind() == Change.Kind.STRIPPED) {
            JsonPointer place = JsonPointer.compile(change.pointer());
            if (normal.at(place.head()) instanceof ObjectNode parent) {
                parent.set(place.last().getMatchingProperty(), input.at(place));
            }
        }
    }
}
