package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.math.BigDecimal;

/** A schema for numbers, or for integers only. */
public final class NumberSchemaBuilder extends SchemaBuilder<NumberSchemaBuilder> {

    NumberSchemaBuilder(ObjectNode keywords) {
        super(keywords);
    }

    @Override
    NumberSchemaBuilder copy(ObjectNode keywords) {
        return new NumberSchemaBuilder(keywords);
    }

    public NumberSchemaBuilder minimum(Number minimum) {
        return bound("minimum", minimum);
    }

    public NumberSchemaBuilder maximum(Number maximum) {
        return bound("maximum", maximum);
    }

    public NumberSchemaBuilder exclusiveMinimum(Number minimum) {
        return bound("exclusiveMinimum", minimum);
    }

    public NumberSchemaBuilder exclusiveMaximum(Number maximum) {
        return bound("exclusiveMaximum", maximum);
    }

    public NumberSchemaBuilder multipleOf(Number divisor) {
        JsonNode value = number("multipleOf", divisor);
        if (value.decimalValue().signum() <= 0) {
            throw new IllegalArgumentException("multipleOf " + divisor + " is not positive");
        }
        return set("multipleOf", value);
    }

    private NumberSchemaBuilder bound(String keyword, Number value) {
        NumberSchemaBuilder changed = set(keyword, number(keyword, value));
        for (String low : new String[] {"minimum", "exclusiveMinimum"}) {
            for (String high : new String[] {"maximum", "exclusiveMaximum"}) {
                SchemaAssembly.checkOrder(changed.keywords(), low, high);
            }
        }
        return changed;
    }

    private static JsonNode number(String keyword, Number value) {
        try {
            BigDecimal exact = new BigDecimal(value.toString());
            return Json.parse(exact.toString());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(keyword + " " + value + " is not a JSON number", e);
        }
    }
}
