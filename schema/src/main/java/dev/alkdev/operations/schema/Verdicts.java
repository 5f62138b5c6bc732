package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What has been found out about parts of one value, by schema. Alternatives that refer to
 * themselves, and schemas that are combined with themselves, ask the same again at each level; with
 * these answers the work grows with the size of the value and not with the power of its depth. For
 * one thread.
 */
final class Verdicts {
    /** Enough for a value of some megabytes; what does not fit is found out again. */
    private static final int MAX_ENTRIES = 500_000;

    /** A schema seen from a dynamic scope. */
    private record Asker(Compiled schema, Scope scope) {}

    private record Evaluating(boolean accepted, Evaluated evaluated) {}

    private record Explaining(String pointer, List<SchemaError> errors) {}

    private final Map<Asker, IdentityHashMap<JsonNode, Boolean>> accepted = new HashMap<>();
    private final Map<Asker, IdentityHashMap<JsonNode, Evaluating>> evaluated = new HashMap<>();
    private final Map<Asker, IdentityHashMap<JsonNode, Explaining>> explained = new HashMap<>();
    private final Map<Asker, IdentityHashMap<JsonNode, JsonNode>> normal = new HashMap<>();
    private int entries;

    boolean accepts(Compiled schema, JsonNode value, Scope scope) {
        return recall(accepted, asker(schema, scope), value, () -> schema.accepts(value, scope));
    }

    boolean evaluate(Compiled schema, JsonNode value, Scope scope, Evaluated into) {
        Evaluating found =
                recall(
                        evaluated,
                        asker(schema, scope),
                        value,
                        () -> {
                            Evaluated own = new Evaluated();
                            return new Evaluating(schema.evaluate(value, scope, own), own);
                        });
        into.addAll(found.evaluated);
        return found.accepted;
    }

    void explain(Compiled schema, JsonNode value, Scope scope, Report report) {
        String pointer = report.pointer();
        Explaining found =
                recall(
                        explained,
                        asker(schema, scope),
                        value,
                        () -> explaining(schema, value, scope, report));
        if (!found.pointer.equals(pointer)) {
            // The same object stands in two places of the value.
            found = explaining(schema, value, scope, report);
        }
        report.addAll(found.errors);
    }

    private static Explaining explaining(
            Compiled schema, JsonNode value, Scope scope, Report report) {
        Report own = report.fork();
        schema.explain(value, scope, own);
        return new Explaining(own.pointer(), own.errors());
    }

    /** The normal form of a value; {@code find} is asked the first time. */
    JsonNode normal(Compiled schema, JsonNode value, Scope scope, Supplier<JsonNode> find) {
        return recall(normal, asker(schema, scope), value, find);
    }

    private static Asker asker(Compiled schema, Scope scope) {
        return new Asker(schema, scope.dynamic());
    }

    private <T> T recall(
            Map<Asker, IdentityHashMap<JsonNode, T>> answers,
            Asker asker,
            JsonNode value,
            Supplier<T> find) {
        IdentityHashMap<JsonNode, T> known =
                answers.computeIfAbsent(asker, any -> new IdentityHashMap<>());
        @Nullable T answer = known.get(value);
        if (answer == null) {
            answer = find.get();
            if (entries < MAX_ENTRIES) {
                entries++;
                known.put(value, answer);
            }
        }
        return answer;
    }
}
