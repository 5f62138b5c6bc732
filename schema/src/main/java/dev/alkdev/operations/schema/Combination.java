package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** {@code allOf}, {@code anyOf} and {@code oneOf}: several schemas for the same value. */
final class Combination extends Check {

    /** How many of the schemas must accept. */
    enum Mode {
        ALL("allOf"),
        ANY("anyOf"),
        ONE("oneOf");

        final String keyword;

        Mode(String keyword) {
            this.keyword = keyword;
        }
    }

    private final Mode mode;
    private final Compiled[] branches;
    private final Compiled[] cheapestFirst;
    private final ConstantBranches constants;
    private final int cost;

    Combination(Location schema, Mode mode, List<Compiled> branches) {
        super(schema, mode.keyword);
        this.mode = mode;
        this.branches = branches.toArray(new Compiled[0]);
        this.constants = new ConstantBranches(mode == Mode.ALL ? new Compiled[0] : this.branches);
        this.cheapestFirst = mode == Mode.ALL ? this.branches.clone() : constants.others();
        Arrays.sort(cheapestFirst, (one, other) -> Integer.compare(one.cost(), other.cost()));
        this.cost =
                cheapestFirst.length == 0 ? 1 : cheapestFirst[cheapestFirst.length - 1].cost() + 1;
    }

    Mode mode() {
        return mode;
    }

    Compiled[] branches() {
        return branches;
    }

    @Override
    int types() {
        return JsonType.ANY;
    }

    @Override
    int cost() {
        return cost;
    }

    @Override
    boolean accepts(JsonNode value, Scope scope) {
        int accepting = constants.accepting(value, scope);
        if (accepting > 0 && mode == Mode.ANY) {
            return true;
        }
        for (Compiled branch : cheapestFirst) {
            scope.spend(1);
            if (branch.accepts(value, scope)) {
                accepting++;
                if (mode == Mode.ANY) {
                    return true;
                }
                if (mode == Mode.ONE && accepting > 1) {
                    return false;
                }
            } else if (mode == Mode.ALL) {
                return false;
            }
        }
        return mode == Mode.ALL || accepting == 1;
    }

    @Override
    boolean evaluate(JsonNode value, Scope scope, Evaluated evaluated) {
        int accepting = 0;
        for (Compiled branch : branches) {
            scope.spend(1);
            Evaluated own = new Evaluated();
            if (branch.evaluate(value, scope, own)) {
                evaluated.addAll(own);
                accepting++;
            } else if (mode == Mode.ALL) {
                return false;
            }
        }
        return mode == Mode.ALL || accepting == 1 || (mode == Mode.ANY && accepting > 1);
    }

    @Override
    void explain(JsonNode value, Scope scope, Report report) {
        if (mode == Mode.ALL) {
            for (Compiled branch : branches) {
                branch.explain(value, scope, report);
            }
        } else if (!accepts(value, scope)) {
            explainChoice(value, scope, report);
        }
    }

    private void explainChoice(JsonNode value, Scope scope, Report report) {
        List<Integer> accepting = new ArrayList<>();
        Report closest = null;
        for (int i = 0; i < branches.length; i++) {
            Report attempt = report.fork();
            branches[i].explain(value, scope, attempt);
            if (attempt.errors().isEmpty()) {
                accepting.add(i);
            } else if (isCloser(attempt, closest)) {
                closest = attempt;
            }
        }
        if (!accepting.isEmpty()) {
            String message = "must match exactly one alternative, matches " + accepting;
            fail(report, message + ", got " + ValueText.of(value), value);
        } else {
            String message = "matches none of the " + branches.length + " alternatives";
            fail(report, message + ", got " + ValueText.of(value), value);
            if (closest != null) {
                report.addAll(closest.errors());
            }
        }
    }

    /** Closer is what gets past the type of the value itself, then what has fewer errors. */
    private static boolean isCloser(Report attempt, @Nullable Report closest) {
        if (closest == null) {
            return true;
        }
        boolean fits = fitsType(attempt);
        return fits != fitsType(closest) ? fits : attempt.errors().size() < closest.errors().size();
    }

    private static boolean fitsType(Report attempt) {
        SchemaError first = attempt.errors().getFirst();
        return !first.pointer().equals(attempt.pointer()) || !first.keyword().equals("type");
    }
}
