package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

import java.util.IdentityHashMap;
import java.util.function.Supplier;

/**
 * What one cast has found out about parts of its value, by kind, as {@link Verdicts} does for
 * checking: kinds that are combined with themselves are asked once. For one thread.
 */
final class CastMemory {
    /** Enough for a value of some megabytes; what does not fit is found out again. */
    private static final int MAX_ENTRIES = 500_000;

    /** A value that was made up, and the number of its parts. */
    private record Made(JsonNode value, long parts) {}

    private final CastRun run;
    private final IdentityHashMap<Kind, IdentityHashMap<JsonNode, Boolean>> accepted =
            new IdentityHashMap<>();
    private final IdentityHashMap<Kind, IdentityHashMap<JsonNode, Integer>> scores =
            new IdentityHashMap<>();
    private final IdentityHashMap<Kind, Made> made = new IdentityHashMap<>();
    private int entries;

    CastMemory(CastRun run) {
        this.run = run;
    }

    boolean accepts(Kind kind, @Nullable JsonNode value) {
        return recall(accepted, kind, value, () -> kind.check(value, run));
    }

    int score(Kind kind, @Nullable JsonNode value, Supplier<Integer> find) {
        return recall(scores, kind, value, find);
    }

    /** A value of its own for each place, however often the same kind makes one up. */
    JsonNode create(Kind kind) {
        Made known = made.get(kind);
        if (known == null) {
            JsonNode first = kind.makeUp(run);
            made.put(kind, new Made(first, ValueSize.of(first)));
            return first;
        }
        run.make(known.parts);
        run.evaluation().spend(known.parts);
        return known.value.deepCopy();
    }

    private <T> T recall(
            IdentityHashMap<Kind, IdentityHashMap<JsonNode, T>> answers,
            Kind kind,
            @Nullable JsonNode value,
            Supplier<T> find) {
        JsonNode key = value == null ? MissingNode.getInstance() : value;
        IdentityHashMap<JsonNode, T> known =
                answers.computeIfAbsent(kind, any -> new IdentityHashMap<>());
        T answer = known.get(key);
        if (answer == null) {
            answer = find.get();
            if (entries < MAX_ENTRIES) {
                entries++;
                known.put(key, answer);
            }
        }
        return answer;
    }
}
