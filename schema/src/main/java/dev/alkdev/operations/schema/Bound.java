package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

import java.math.BigDecimal;

/** {@code minimum}, {@code maximum} and their exclusive twins. */
final class Bound extends Assertion {

    /** Which side the bound is on, and whether it belongs to what is allowed. */
    enum Side {
        MINIMUM("minimum", "at least"),
        EXCLUSIVE_MINIMUM("exclusiveMinimum", "greater than"),
        MAXIMUM("maximum", "at most"),
        EXCLUSIVE_MAXIMUM("exclusiveMaximum", "less than");

        final String keyword;
        final String words;

        Side(String keyword, String words) {
            this.keyword = keyword;
            this.words = words;
        }

        boolean allows(int comparison) {
            return switch (this) {
                case MINIMUM -> comparison >= 0;
                case EXCLUSIVE_MINIMUM -> comparison > 0;
                case MAXIMUM -> comparison <= 0;
                case EXCLUSIVE_MAXIMUM -> comparison < 0;
            };
        }
    }

    private final Side side;
    private final JsonNode limit;
    private final boolean limitFitsLong;
    private final long longLimit;

    Bound(Location schema, Side side, JsonNode limit) {
        super(schema, side.keyword, JsonType.NUMBER.mask());
        this.side = side;
        this.limit = limit;
        BigDecimal decimal = limit.decimalValue();
        this.limitFitsLong =
                decimal.scale() <= 0
                        && decimal.scale() > -19
                        && decimal.toBigInteger().bitLength() < 64;
        this.longLimit = limitFitsLong ? decimal.longValue() : 0;
    }

    @Override
    boolean holds(JsonNode value) {
        int comparison =
                limitFitsLong && Numbers.fitsLong(value)
                        ? Long.compare(value.longValue(), longLimit)
                        : Numbers.compare(value, limit);
        return side.allows(comparison);
    }

    @Override
    String demand(JsonNode value) {
        return "must be " + side.words + " " + ValueText.of(limit);
    }
}
