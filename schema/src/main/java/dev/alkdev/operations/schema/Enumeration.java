package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code enum} and {@code const}. */
final class Enumeration extends Assertion {
    private static final int MAX_LISTED = 20;

    /** More values than this are looked up, except strings, which always are. */
    private static final int FEW_VALUES = 4;

    private final List<JsonNode> values;
    private final Set<String> strings = new HashSet<>();
    private final JsonNode[] others;
    private final Set<JsonKey> manyOthers = new HashSet<>();

    Enumeration(Location schema, String keyword, List<JsonNode> values) {
        super(schema, keyword, JsonType.ANY);
        this.values = values;
        values.stream().filter(JsonNode::isString).forEach(text -> strings.add(text.asString()));
        this.others = values.stream().filter(v -> !v.isString()).toArray(JsonNode[]::new);
        if (others.length > FEW_VALUES) {
            Stream.of(others)
                    .forEach(other -> manyOthers.add(new JsonKey(other, new Evaluation(other))));
        }
    }

    List<JsonNode> values() {
        return values;
    }

    @Override
    boolean holds(JsonNode value) {
        if (value.isString()) {
            return strings.contains(value.asString());
        }
        if (others.length > FEW_VALUES) {
            return manyOthers.contains(new JsonKey(value, new Evaluation(value)));
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
