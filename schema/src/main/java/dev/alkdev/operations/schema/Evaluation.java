package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What one verb on one value has done so far. It bounds the work, and remembers which alternative a
 * value belongs to, which would otherwise be found out again at each level above. For one thread.
 */
final class Evaluation {
    /** References followed for one value; bounds schemas that double themselves. */
    private static final int MAX_STEPS = 10_000_000;

    private @Nullable Map<Combination, IdentityHashMap<JsonNode, BranchChoice>> choices;
    private @Nullable DefaultFilling defaults;
    private int steps;

    void step() {
        if (++steps > MAX_STEPS) {
            throw new UndecidableException(
                    "the schema needs more than " + MAX_STEPS + " steps to judge this value");
        }
    }

    DefaultFilling defaults() {
        if (defaults == null) {
            defaults = new DefaultFilling();
        }
        return defaults;
    }

    BranchChoice choice(Combination combination, JsonNode value, Supplier<BranchChoice> find) {
        if (choices == null) {
            choices = new HashMap<>();
        }
        IdentityHashMap<JsonNode, BranchChoice> known =
                choices.computeIfAbsent(combination, any -> new IdentityHashMap<>());
        BranchChoice choice = known.get(value);
        if (choice == null) {
            choice = find.get();
            known.put(value, choice);
        }
        return choice;
    }
}
