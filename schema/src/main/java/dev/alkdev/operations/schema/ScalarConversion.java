package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.StringNode;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Pattern;

/**
 * Conversions between strings, numbers and booleans that lose nothing. What cannot be converted is
 * given back as it is.
 */
final class ScalarConversion {
    private static final class JsonNumber {
        static final Pattern PATTERN =
                Pattern.compile("-?(0|[1-9][0-9]*+)(\\.[0-9]++)?([eE][+-]?[0-9]{1,6}+)?");
    }

    /** Longer texts are no numbers anybody meant, and larger exponents need too much memory. */
    private static final int MAX_DIGITS = 400;

    private ScalarConversion() {}

    static JsonNode convert(JsonNode value, int types, @Nullable Enumeration enumeration) {
        if (enumeration != null && !enumeration.holds(value)) {
            return member(value, enumeration);
        }
        if (JsonType.allows(types, value)) {
            boolean mustBeWhole = (types & JsonType.NUMBER.bit) == 0;
            return mustBeWhole && value.isNumber() ? whole(value) : value;
        }
        if (value.isString()) {
            return fromText(value, types);
        }
        boolean wantsText = (types & JsonType.STRING.bit) != 0;
        return wantsText && (value.isNumber() || value.isBoolean())
                ? StringNode.valueOf(value.asString())
                : value;
    }

    /** The allowed value that reads the same as the given one. */
    private static JsonNode member(JsonNode value, Enumeration enumeration) {
        if (value.isString() || value.isNumber() || value.isBoolean()) {
            String text = value.asString();
            for (JsonNode allowed : enumeration.values()) {
                if (allowed.isValueNode() && !allowed.isNull() && allowed.asString().equals(text)) {
                    return allowed;
                }
            }
        }
        return value;
    }

    private static JsonNode fromText(JsonNode value, int types) {
        String text = value.asString();
        if ((types & JsonType.BOOLEAN.bit) != 0 && (text.equals("true") || text.equals("false"))) {
            return BooleanNode.valueOf(text.equals("true"));
        }
        if ((types & JsonType.INTEGER.bit) == 0
                || text.length() > MAX_DIGITS
                || !JsonNumber.PATTERN.matcher(text).matches()) {
            return value;
        }
        JsonNode number = number(text);
        return JsonType.allows(types, number) ? number : value;
    }

    private static JsonNode number(String text) {
        BigDecimal decimal = new BigDecimal(text);
        return isSmall(decimal) && decimal.stripTrailingZeros().scale() <= 0
                ? integer(decimal.toBigInteger())
                : JsonNodeFactory.instance.numberNode(decimal);
    }

    private static JsonNode whole(JsonNode value) {
        if (value.isIntegralNumber()) {
            return value;
        }
        BigDecimal decimal = Numbers.decimal(value);
        return decimal != null && isSmall(decimal) ? integer(decimal.toBigInteger()) : value;
    }

    private static boolean isSmall(BigDecimal decimal) {
        return decimal.scale() > -MAX_DIGITS;
    }

    private static JsonNode integer(BigInteger integer) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        if (integer.bitLength() < Integer.SIZE) {
            return nodes.numberNode(integer.intValue());
        }
        return integer.bitLength() < Long.SIZE
                ? nodes.numberNode(integer.longValue())
                : nodes.numberNode(integer);
    }
}
