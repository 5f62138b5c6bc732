package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

/** {@code uniqueItems}. */
final class UniqueItems extends Assertion {
    UniqueItems(Location schema) {
        super(schema, "uniqueItems", JsonType.ARRAY.bit);
    }

    @Override
    boolean holds(JsonNode value) {
        return JsonEquality.firstRepeated(value) < 0;
    }

    @Override
    String demand(JsonNode value) {
        return "items must be unique, item "
                + JsonEquality.firstRepeated(value)
                + " repeats an earlier one";
    }
}
