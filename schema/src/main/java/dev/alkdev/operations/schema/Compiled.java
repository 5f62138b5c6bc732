package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeType;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A compiled schema: for each type of value the checks it has to pass, or none where the type
 * itself is refused. Immutable; threads may share it.
 */
final class Compiled {
    private static final JsonNodeType[] NODE_TYPES = JsonNodeType.values();
    private static final Check[] NO_CHECKS = {};

    private final Parts parts;
    private final Check[] @Nullable [] slots;

    /** Those for numbers of integral types, whose type decides. */
    private final Check @Nullable [] integral;

    private final @Nullable Resource entered;
    private final Shape shape;
    private final boolean open;
    private final boolean unevaluated;
    private final boolean plain;
    private final int cost;

    Compiled(Parts parts) {
        this.parts = parts;
        this.slots = new Check[NODE_TYPES.length][];
        List<Check> cheapestFirst = new ArrayList<>(parts.checks());
        cheapestFirst.sort((one, other) -> Integer.compare(one.cost(), other.cost()));
        for (JsonNodeType type : NODE_TYPES) {
            slots[type.ordinal()] = slot(type, parts, cheapestFirst);
        }
        this.integral = withoutType(slots[JsonNodeType.NUMBER.ordinal()]);
        this.entered = parts.entered();
        this.plain = entered == null && arePlain(cheapestFirst);
        this.cost = cheapestFirst.isEmpty() ? 0 : cheapestFirst.getLast().cost();
        this.shape = new Shape(parts);
        this.unevaluated = parts.asksForUnevaluated();
        this.open = parts.checks().isEmpty() && parts.types() == JsonType.ANY;
    }

    private static Check @Nullable [] slot(JsonNodeType nodeType, Parts parts, List<Check> all) {
        if (nodeType == JsonNodeType.NULL && parts.nullable()) {
            return NO_CHECKS;
        }
        int mask =
                switch (nodeType) {
                    case OBJECT -> JsonType.OBJECT.bit;
                    case ARRAY -> JsonType.ARRAY.bit;
                    case STRING, BINARY -> JsonType.STRING.bit;
                    case NUMBER -> JsonType.NUMBER.mask();
                    case BOOLEAN -> JsonType.BOOLEAN.bit;
                    case NULL -> JsonType.NULL.bit;
                    case MISSING, POJO -> 1 << 30;
                };
        if ((parts.types() & mask) == 0) {
            return null;
        }
        List<Check> checks = new ArrayList<>();
        for (Check check : all) {
            if ((check.types() & mask) != 0) {
                checks.add(check);
            }
        }
        return checks.isEmpty() ? NO_CHECKS : checks.toArray(NO_CHECKS);
    }

    private static Check @Nullable [] withoutType(Check @Nullable [] checks) {
        if (checks == null) {
            return null;
        }
        List<Check> others = new ArrayList<>();
        for (Check check : checks) {
            if (!(check instanceof TypedNumber)) {
                others.add(check);
            }
        }
        return others.size() == checks.length ? checks : others.toArray(NO_CHECKS);
    }

    private static boolean arePlain(List<Check> checks) {
        for (Check check : checks) {
            if (!check.isPlain()) {
                return false;
            }
        }
        return true;
    }

    private Check @Nullable [] checks(JsonNode value) {
        JsonNodeType type = value.getNodeType();
        return type == JsonNodeType.NUMBER && value.isIntegralNumber()
                ? integral
                : slots[type.ordinal()];
    }

    /** The scope of the checks. */
    Scope enter(Scope scope) {
        return entered == null ? scope : scope.enter(entered, 0);
    }

    Parts parts() {
        return parts;
    }

    /** How much work this is, roughly. */
    int cost() {
        return cost;
    }

    Shape shape() {
        return shape;
    }

    boolean hasDefault() {
        return shape.defaultValue != null;
    }

    /** Whether the work of judging a value never grows beyond its size. */
    boolean isPlain() {
        return plain;
    }

    /** Whether no value is accepted, whatever it is. */
    boolean isNever() {
        return parts.types() == 0;
    }

    /** Whether every value is accepted, whatever it is. */
    boolean isOpen() {
        return open;
    }

    /** All values that are accepted, or null if they are not just listed. */
    @Nullable List<JsonNode> constants() {
        Enumeration listed = parts.check(Enumeration.class);
        if (listed == null
                || parts.nullable()
                || parts.entered() != null
                || !parts.checks().stream().allMatch(Assertion.class::isInstance)) {
            return null;
        }
        return listed.values().stream().filter(this::holds).toList();
    }

    /** Whether a schema that has nothing but assertions accepts a value. */
    private boolean holds(JsonNode value) {
        Check[] checks = checks(value);
        return checks != null
                && Stream.of(checks).allMatch(check -> ((Assertion) check).holds(value));
    }

    boolean accepts(JsonNode value, Scope scope) {
        Check[] checks = checks(value);
        if (checks == null) {
            return false;
        }
        if (unevaluated) {
            return evaluateAlone(value, checks, scope, new Evaluated());
        }
        Scope inner = enter(scope);
        for (Check check : checks) {
            if (!check.accepts(value, inner)) {
                return false;
            }
        }
        return true;
    }

    /**
     * As {@link #accepts}, and whether normalization leaves the value alone as well. To be asked
     * only if this is {@linkplain #isPlain plain}.
     */
    boolean isNormal(JsonNode value, Scope scope) {
        Check[] checks = checks(value);
        if (checks == null) {
            return false;
        }
        for (Check check : checks) {
            if (!check.isNormal(value, scope)) {
                return false;
            }
        }
        return true;
    }

    /** As {@link #accepts}, and adds to what was evaluated, which is void if it returns false. */
    boolean evaluate(JsonNode value, Scope scope, Evaluated evaluated) {
        Check[] checks = checks(value);
        if (checks == null) {
            return false;
        }
        if (!unevaluated) {
            return evaluateAlone(value, checks, scope, evaluated);
        }
        // What the neighbours of this schema have evaluated does not count inside it.
        Evaluated own = new Evaluated();
        boolean accepted = evaluateAlone(value, checks, scope, own);
        evaluated.addAll(own);
        return accepted;
    }

    private boolean evaluateAlone(
            JsonNode value, Check[] checks, Scope scope, Evaluated evaluated) {
        Scope inner = enter(scope);
        for (Check check : checks) {
            if (!check.evaluate(value, inner, evaluated)) {
                return false;
            }
        }
        return true;
    }

    void explain(JsonNode value, Scope scope, Report report) {
        if (report.isFull()) {
            return;
        }
        scope.spend(1);
        Check[] checks = checks(value);
        if (checks == null) {
            explainType(value, report);
            return;
        }
        Scope inner = enter(scope);
        Evaluated evaluated = new Evaluated();
        for (Check check : checks) {
            if (check instanceof UnevaluatedCheck last) {
                last.explain(value, inner, evaluated, report);
            } else {
                check.explain(value, inner, report);
            }
            if (unevaluated) {
                check.evaluate(value, inner, evaluated);
            }
        }
    }

    private void explainType(JsonNode value, Report report) {
        if (isNever()) {
            report.add(
                    parts.location(),
                    "false",
                    "nothing is allowed here, got " + text(value),
                    value);
        } else {
            report.add(
                    parts.location(),
                    "type",
                    "must be " + JsonType.names(parts.types()) + ", got " + text(value),
                    value);
        }
    }

    private static String text(JsonNode value) {
        return ValueText.of(value);
    }
}
