package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** {@code enum} and {@code const}. */
final class Enumeration extends Assertion {
    private static final int MAX_LISTED = 20;

    private final List<JsonNode> values;
    private final Set<String> strings = new HashSet<>();
    private final JsonNode[] others;

    Enumeration(Location schema, String keyword, List<JsonNode> values) {
        super(schema, keyword, JsonType.ANY);
        this.values = values;
        values.stream().filter(JsonNode::isString).forEach(text -> strings.add(text.asString()));
        this.others = values.stream().filter(v -> !v.isString()).toArray(JsonNode[]::new);
    }

    List<JsonNode> values() {
        return values;
    }

    @Override
    boolean holds(JsonNode value) {
        if (value.isString()) {
            return strings.contains(value.asString());
        }
        for (JsonNode other : others) {
            if (JsonEquality.equal(other, value)) {
                return true;
            }
        }
        return false;
    }

    @Override
    String demand(JsonNode value) {
        String listed =
                values.stream()
                        .limit(MAX_LISTED)
                        .map(ValueText::of)
                        .collect(Collectors.joining(", "));
        if (values.size() == 1) {
            return "must be " + listed;
        }
        return "must be one of " + listed + (values.size() > MAX_LISTED ? ", …" : "");
    }
}
