package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

/**
 * The part of {@code type} that the type of the node leaves open for a number: whether it is whole,
 * and whether it is one at all. A Java value may be infinite or undefined, JSON has neither. No
 * node of an integral type needs to be asked.
 */
final class TypedNumber extends Assertion {
    private final int types;

    TypedNumber(Location schema, int types) {
        super(schema, "type", JsonType.NUMBER.mask());
        this.types = types;
    }

    @Override
    boolean holds(JsonNode value) {
        return JsonType.NUMBER.isIn(types) ? Json.isFinite(value) : JsonType.isWhole(value);
    }

    /** A whole number with a point is written without it. */
    @Override
    boolean isNormal(JsonNode value, Scope scope) {
        return JsonType.NUMBER.isIn(types) && Json.isFinite(value);
    }

    @Override
    String demand(JsonNode value) {
        return "must be " + JsonType.names(types);
    }
}
