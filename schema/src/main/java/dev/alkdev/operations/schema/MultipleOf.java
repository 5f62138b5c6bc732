package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

import java.math.BigDecimal;

/** {@code multipleOf}, exact in decimals. */
final class MultipleOf extends Assertion {
    private final BigDecimal divisor;

    MultipleOf(Location schema, BigDecimal divisor) {
        super(schema, "multipleOf", JsonType.NUMBER.mask());
        this.divisor = divisor;
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
