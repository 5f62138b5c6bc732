package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.IntNode;

/** A number or integer, with bounds as IEEE doubles. */
final class NumberKind extends Kind {
    private final boolean whole;

    NumberKind(JsonNode options, boolean whole) {
        super(options);
        this.whole = whole;
    }

    @Override
    boolean check(@Nullable JsonNode value, CastRun run) {
        if (value == null || !value.isNumber()) {
            return false;
        }
        double number = Numbers.nearest(value);
        Double divisor = limit("multipleOf");
        return Double.isFinite(number)
                && (!whole || JsonType.of(value) == JsonType.INTEGER)
                && isWithinBounds(number)
                && (divisor == null || number % divisor == 0);
    }

    private boolean isWithinBounds(double number) {
        Double min = limit("minimum");
        Double above = limit("exclusiveMinimum");
        Double max = limit("maximum");
        Double below = limit("exclusiveMaximum");
        return (min == null || number >= min)
                && (above == null || number > above)
                && (max == null || number <= max)
                && (below == null || number < below);
    }

    @Override
    JsonNode make(CastRun run) {
        JsonNode min = option("minimum");
        return min != null && min.isNumber() ? min : IntNode.valueOf(0);
    }

    @Override
    JsonNode replace(@Nullable JsonNode value, CastRun run) {
        return create(run);
    }
}
