package dev.alkdev.operations.config;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Pattern;

/** Numbers and booleans out of text. What is none, or out of all proportion, stays text. */
final class PlainScalar {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Pattern INTEGER = Pattern.compile("-?[0-9]+");
    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]+[.][0-9]+");
    private static final int LONGEST = 40;

    private PlainScalar() {}

    /** What a text reads as where something other than text is asked for. */
    static JsonNode of(String text) {
        if (INTEGER.matcher(text).matches()) {
            return integer(text);
        }
        if (DECIMAL.matcher(text).matches()) {
            return decimal(text);
        }
        return switch (text) {
            case "true" -> NODES.booleanNode(true);
            case "false" -> NODES.booleanNode(false);
            default -> NODES.stringNode(text);
        };
    }

    /** An integer of YAML, decimal, {@code 0x} or {@code 0o}. */
    static JsonNode integer(String text) {
        try {
            return text.length() > LONGEST ? NODES.stringNode(text) : narrow(bigInteger(text));
        } catch (NumberFormatException e) {
            return NODES.stringNode(text);
        }
    }

    private static BigInteger bigInteger(String text) {
        return switch (text.length() < 2 ? "" : text.substring(0, 2)) {
            case "0x" -> new BigInteger(text.substring(2), 16);
            case "0o" -> new BigInteger(text.substring(2), 8);
            default -> new BigInteger(text);
        };
    }

    private static JsonNode narrow(BigInteger number) {
        if (number.bitLength() < Integer.SIZE) {
            return NODES.numberNode(number.intValue());
        }
        return number.bitLength() < Long.SIZE
                ? NODES.numberNode(number.longValue())
                : NODES.numberNode(number);
    }

    /** A number of YAML; by way of double, so that no exponent gets out of hand. */
    static JsonNode decimal(String text) {
        try {
            double number = text.length() > LONGEST ? Double.NaN : Double.parseDouble(text);
            return Double.isFinite(number)
                    ? NODES.numberNode(BigDecimal.valueOf(number))
                    : NODES.stringNode(text);
        } catch (NumberFormatException e) {
            return NODES.stringNode(text);
        }
    }
}
