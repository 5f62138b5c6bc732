package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

import java.math.BigDecimal;

/** {@code multipleOf}, exact in decimals. */
final class MultipleOf extends Assertion {
    private final BigDecimal divisor;
    private final long longDivisor;
    private final long work;

    MultipleOf(Location schema, BigDecimal divisor) {
        super(schema, "multipleOf", JsonType.NUMBER.mask());
        this.divisor = divisor;
        boolean whole = divisor.scale() <= 0 && divisor.precision() - divisor.scale() <= 18;
        this.longDivisor = whole ? divisor.longValue() : 0;
        long words = divisor.unscaledValue().bitLength() / Long.SIZE;
        this.work = 8 + words * words;
    }

    @Override
    boolean accepts(JsonNode value, Scope scope) {
        if (longDivisor != 0 && Numbers.fitsLong(value)) {
            return value.longValue() % longDivisor == 0;
        }
        scope.spend(work);
        return holds(value);
    }

    @Override
    int cost() {
        return 1;
    }

    @Override
    boolean holds(JsonNode value) {
        return Numbers.isMultiple(value, divisor);
    }

    @Override
    String demand(JsonNode value) {
        return "must be a multiple of " + divisor;
    }
}
