package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The alternatives that accept nothing but listed values, as a table: how many of them accept a
 * value. Thousands of constants then cost one look.
 */
final class ConstantBranches {
    /** Below this, asking one after the other is as quick. */
    private static final int MANY = 8;

    private final Map<JsonKey, Integer> accepting = new HashMap<>();
    private final Compiled[] others;

    /** Divides alternatives into those that are constants and the others. */
    ConstantBranches(Compiled[] branches) {
        List<Compiled> rest = new ArrayList<>();
        for (Compiled branch : branches) {
            List<JsonNode> values = branches.length < MANY ? null : branch.constants();
            if (values == null) {
                rest.add(branch);
            } else {
                values.stream()
                        .map(value -> new JsonKey(value, new Evaluation(value)))
                        .distinct()
                        .forEach(key -> accepting.merge(key, 1, Integer::sum));
            }
        }
        this.others = rest.toArray(new Compiled[0]);
    }

    /** How many of the constants accept a value. */
    int accepting(JsonNode value, Scope scope) {
        return accepting.isEmpty()
                ? 0
                : accepting.getOrDefault(new JsonKey(value, scope.evaluation()), 0);
    }

    /** The alternatives that have to be asked one by one. */
    Compiled[] others() {
        return others;
    }
}
