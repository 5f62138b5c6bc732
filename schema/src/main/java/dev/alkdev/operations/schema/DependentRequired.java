package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Properties that must be there where another one is. */
final class DependentRequired extends Assertion {
    private final String trigger;
    private final List<String> required;

    DependentRequired(Location schema, String keyword, String trigger, List<String> required) {
        super(schema, keyword, JsonType.OBJECT.bit);
        this.trigger = trigger;
        this.required = required;
    }

    /** All names that this is about. */
    Set<String> names() {
        Set<String> names = new HashSet<>(required);
        names.add(trigger);
        return names;
    }

    @Override
    int cost() {
        return 1;
    }

    @Override
    boolean accepts(JsonNode value, Scope scope) {
        scope.spend(1);
        return holds(value);
    }

    @Override
    boolean holds(JsonNode value) {
        return !value.has(trigger) || missing(value).isEmpty();
    }

    private List<String> missing(JsonNode value) {
        return required.stream().filter(name -> !value.has(name)).toList();
    }

    @Override
    String demand(JsonNode value) {
        return "property \""
                + trigger
                + "\" requires "
                + String.join(", ", missing(value))
                + ", which is missing";
    }
}
