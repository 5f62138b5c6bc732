package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

/** A schema for the whole object that holds where a property is present. */
final class Dependency extends Check {
    private final String name;
    private final Compiled schema;

    Dependency(Location schema, String keyword, String name, Compiled dependent) {
        super(schema, keyword);
        this.name = name;
        this.schema = dependent;
    }

    /** The property whose presence makes the schema apply. */
    String trigger() {
        return name;
    }

    boolean appliesTo(JsonNode object) {
        return object.has(name);
    }

    Compiled schema() {
        return schema;
    }

    @Override
    int types() {
        return JsonType.OBJECT.bit;
    }

    @Override
    boolean accepts(JsonNode value, Scope scope) {
        return !appliesTo(value) || schema.accepts(value, scope);
    }

    @Override
    boolean evaluate(JsonNode value, Scope scope, Evaluated evaluated) {
        return !appliesTo(value) || schema.evaluate(value, scope, evaluated);
    }

    @Override
    void explain(JsonNode value, Scope scope, Report report) {
        if (appliesTo(value)) {
            schema.explain(value, scope, report);
        }
    }
}
