package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

/** The part of {@code "type": "integer"} that the type of the node does not tell. */
final class WholeNumber extends Assertion {
    private final int types;

    WholeNumber(Location schema, int types) {
        super(schema, "type", JsonType.NUMBER.mask());
        this.types = types;
    }

    @Override
    boolean holds(JsonNode value) {
        return JsonType.allows(types, value);
    }

    @Override
    String demand(JsonNode value) {
        return "must be " + JsonType.names(types);
    }
}
