package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** {@code propertyNames}. */
final class PropertyNames extends Check {
    private final Compiled schema;

    PropertyNames(Location location, Compiled schema) {
        super(location, "propertyNames");
        this.schema = schema;
    }

    @Override
    int types() {
        return JsonType.OBJECT.bit;
    }

    @Override
    boolean accepts(JsonNode value, Scope scope) {
        for (String name : value.propertyNames()) {
            scope.spend(1);
            if (!schema.accepts(StringNode.valueOf(name), scope)) {
                return false;
            }
        }
        return true;
    }

    @Override
    void explain(JsonNode value, Scope scope, Report report) {
        for (String name : value.propertyNames()) {
            Report attempt = report.fork();
            schema.explain(StringNode.valueOf(name), scope, attempt);
            if (!attempt.errors().isEmpty()) {
                String why = attempt.errors().getFirst().message();
                fail(report, "property name \"" + name + "\" is not allowed: " + why, value);
            }
        }
    }
}
