package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

/** {@code uniqueItems}. */
final class UniqueItems extends Assertion {
    UniqueItems(Location schema) {
        super(schema, "uniqueItems", JsonType.ARRAY.bit);
    }

    @Override
    boolean accepts(JsonNode value, Scope scope) {
        return JsonEquality.firstRepeated(value, scope.evaluation()) < 0;
    }

    @Override
    boolean holds(JsonNode value) {
        return firstRepeated(value) < 0;
    }

    @Override
    int cost() {
        return 1;
    }

    @Override
    String demand(JsonNode value) {
        return "items must be unique, item " + firstRepeated(value) + " repeats an earlier one";
    }

    private static int firstRepeated(JsonNode value) {
        return JsonEquality.firstRepeated(value, new Evaluation(value));
    }
}
