package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/** {@code if}, {@code then} and {@code else}. */
final class Conditional extends Check {
    private final Compiled condition;
    private final @Nullable Compiled then;
    private final @Nullable Compiled otherwise;

    Conditional(
            Location schema,
            Compiled condition,
            @Nullable Compiled then,
            @Nullable Compiled otherwise) {
        super(schema, "if");
        this.condition = condition;
        this.then = then;
        this.otherwise = otherwise;
    }

    Compiled condition() {
        return condition;
    }

    @Nullable Compiled branch(boolean met) {
        return met ? then : otherwise;
    }

    @Override
    int types() {
        return JsonType.ANY;
    }

    @Override
    boolean accepts(JsonNode value, Scope scope) {
        Compiled branch = branch(condition.accepts(value, scope));
        return branch == null || branch.accepts(value, scope);
    }

    @Override
    boolean evaluate(JsonNode value, Scope scope, Evaluated evaluated) {
        Evaluated own = new Evaluated();
        boolean met = condition.evaluate(value, scope, own);
        if (met) {
            evaluated.addAll(own);
        }
        Compiled branch = branch(met);
        return branch == null || branch.evaluate(value, scope, evaluated);
    }

    @Override
    void explain(JsonNode value, Scope scope, Report report) {
        Compiled branch = branch(condition.accepts(value, scope));
        if (branch != null) {
            branch.explain(value, scope, report);
        }
    }
}
