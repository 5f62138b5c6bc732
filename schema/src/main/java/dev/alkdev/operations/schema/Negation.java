package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

/** {@code not}. */
final class Negation extends Check {
    private final Compiled refused;

    Negation(Location schema, Compiled refused) {
        super(schema, "not");
        this.refused = refused;
    }

    @Override
    int types() {
        return JsonType.ANY;
    }

    @Override
    boolean accepts(JsonNode value, Scope scope) {
        return !refused.accepts(value, scope);
    }

    @Override
    void explain(JsonNode value, Scope scope, Report report) {
        if (!accepts(value, scope)) {
            fail(report, "matches what is not allowed, got " + ValueText.of(value), value);
        }
    }
}
