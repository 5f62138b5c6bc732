package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

/** {@code contains} with {@code minContains} and {@code maxContains}. */
final class ContainsCheck extends Check {

    /** How many items must match, and whether matching items are evaluated (from 2020-12 on). */
    record Bounds(int min, int max, boolean evaluates) {}

    private final Compiled wanted;
    private final Bounds bounds;

    ContainsCheck(Location schema, Compiled wanted, Bounds bounds) {
        super(schema, "contains");
        this.wanted = wanted;
        this.bounds = bounds;
    }

    @Override
    int types() {
        return JsonType.ARRAY.bit;
    }

    @Override
    boolean accepts(JsonNode value, Scope scope) {
        int matching = 0;
        for (int i = 0; i < value.size(); i++) {
            scope.pass(i);
            if (wanted.accepts(value.get(i), scope)) {
                matching++;
                if (matching >= bounds.min && bounds.max == Integer.MAX_VALUE) {
                    return true;
                }
            }
        }
        return matching >= bounds.min && matching <= bounds.max;
    }

    @Override
    boolean evaluate(JsonNode value, Scope scope, Evaluated evaluated) {
        if (bounds.evaluates) {
            for (int i = 0; i < value.size(); i++) {
                scope.pass(i);
                if (wanted.accepts(value.get(i), scope)) {
                    evaluated.addItem(i);
                }
            }
        }
        return accepts(value, scope);
    }

    @Override
    void explain(JsonNode value, Scope scope, Report report) {
        if (accepts(value, scope)) {
            return;
        }
        int matching = 0;
        for (int i = 0; i < value.size(); i++) {
            scope.pass(i);
            matching += wanted.accepts(value.get(i), scope) ? 1 : 0;
        }
        boolean tooFew = matching < bounds.min;
        String keyword = tooFew ? bounds.min == 1 ? "contains" : "minContains" : "maxContains";
        String limit = tooFew ? "at least " + bounds.min : "at most " + bounds.max;
        String items = limit.endsWith(" 1") ? " matching item, has " : " matching items, has ";
        String message = "must contain " + limit + items + matching;
        fail(report, keyword, message + ", got " + ValueText.of(value), value);
    }
}
