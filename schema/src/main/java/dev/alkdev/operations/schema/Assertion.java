package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

/** A check that looks at the value itself and never into its children's schemas. */
abstract class Assertion extends Check {
    private final int types;

    Assertion(Location schema, String keyword, int types) {
        super(schema, keyword);
        this.types = types;
    }

    /** The verdict of {@link #accepts}, without regard to its cost. */
    abstract boolean holds(JsonNode value);

    /** What a value must be, following "must" or "is", ending before the offending value. */
    abstract String demand(JsonNode value);

    @Override
    final int types() {
        return types;
    }

    @Override
    boolean accepts(JsonNode value, Scope scope) {
        return holds(value);
    }

    @Override
    int cost() {
        return 0;
    }

    /** What costs nothing to speak of is plain. */
    @Override
    boolean isPlain() {
        return cost() == 0;
    }

    @Override
    final void explain(JsonNode value, Scope scope, Report report) {
        if (!accepts(value, scope)) {
            fail(report, demand(value) + ", got " + ValueText.of(value), value);
        }
    }
}
