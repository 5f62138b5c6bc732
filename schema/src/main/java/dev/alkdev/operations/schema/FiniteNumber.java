package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

/**
 * The part of {@code "type": "number"} that the type of the node does not tell: a Java value may be
 * infinite or no number at all, JSON has neither.
 */
final class FiniteNumber extends Assertion {
    private final int types;

    FiniteNumber(Location schema, int types) {
        super(schema, "type", JsonType.NUMBER.mask());
        this.types = types;
    }

    @Override
    boolean holds(JsonNode value) {
        return isFinite(value);
    }

    static boolean isFinite(JsonNode number) {
        return !(number.isDouble() || number.isFloat()) || Double.isFinite(number.doubleValue());
    }

    @Override
    String demand(JsonNode value) {
        return "must be " + JsonType.names(types);
    }
}
