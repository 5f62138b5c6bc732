package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

import java.util.Map;

/** {@code unevaluatedProperties} and {@code unevaluatedItems}: a schema for what is left over. */
final class UnevaluatedCheck extends Check {
    private final Compiled rest;
    private final boolean properties;

    private UnevaluatedCheck(Location schema, String keyword, Compiled rest, boolean properties) {
        super(schema, keyword);
        this.rest = rest;
        this.properties = properties;
    }

    static UnevaluatedCheck properties(Location schema, Compiled rest) {
        return new UnevaluatedCheck(schema, "unevaluatedProperties", rest, true);
    }

    static UnevaluatedCheck items(Location schema, Compiled rest) {
        return new UnevaluatedCheck(schema, "unevaluatedItems", rest, false);
    }

    boolean isForProperties() {
        return properties;
    }

    Compiled rest() {
        return rest;
    }

    @Override
    int types() {
        return properties ? JsonType.OBJECT.bit : JsonType.ARRAY.bit;
    }

    /** The others must have been asked before. */
    @Override
    int cost() {
        return Integer.MAX_VALUE;
    }

    @Override
    boolean accepts(JsonNode value, Scope scope) {
        return evaluate(value, scope, new Evaluated());
    }

    @Override
    void explain(JsonNode value, Scope scope, Report report) {
        explain(value, scope, new Evaluated(), report);
    }

    @Override
    boolean evaluate(JsonNode value, Scope scope, Evaluated evaluated) {
        return properties
                ? evaluateProperties(value, scope, evaluated)
                : evaluateItems(value, scope, evaluated);
    }

    private boolean evaluateProperties(JsonNode value, Scope scope, Evaluated evaluated) {
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            scope.spend(1);
            if (!evaluated.hasName(member.getKey()) && !rest.accepts(member.getValue(), scope)) {
                return false;
            }
        }
        evaluated.addAllNames();
        return true;
    }

    private boolean evaluateItems(JsonNode value, Scope scope, Evaluated evaluated) {
        for (int i = 0; i < value.size(); i++) {
            scope.pass(i);
            if (!evaluated.hasItem(i) && !rest.accepts(value.get(i), scope)) {
                return false;
            }
        }
        evaluated.addAllItems();
        return true;
    }

    void explain(JsonNode value, Scope scope, Evaluated evaluated, Report report) {
        if (properties) {
            value.forEachEntry(
                    (name, child) -> {
                        if (!evaluated.hasName(name)) {
                            report.enter(name);
                            explainChild("property", child, scope, report);
                            report.leave();
                        }
                    });
        } else {
            for (int i = 0; i < value.size(); i++) {
                if (!evaluated.hasItem(i)) {
                    report.enter(i);
                    explainChild("item", value.get(i), scope, report);
                    report.leave();
                }
            }
        }
    }

    private void explainChild(String what, JsonNode child, Scope scope, Report report) {
        if (rest.isNever()) {
            fail(report, "unknown " + what + ", got " + ValueText.of(child), child);
        } else {
            rest.explain(child, scope, report);
        }
    }
}
