package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Exact arithmetic on JSON numbers, quick for those that fit a long. */
final class Numbers {
    private Numbers() {}

    static boolean fitsLong(JsonNode number) {
        return number.isInt() || number.isLong() || number.isShort();
    }

    static int compare(JsonNode a, JsonNode b) {
        if (fitsLong(a) && fitsLong(b)) {
            return Long.compare(a.longValue(), b.longValue());
        }
        BigDecimal left = decimal(a);
        BigDecimal right = decimal(b);
        if (left == null || right == null) {
            return Double.compare(extreme(a, left), extreme(b, right));
        }
        return left.compareTo(right);
    }

    /** A number beside infinite and undefined ones, where all finite numbers are alike. */
    private static double extreme(JsonNode number, @Nullable BigDecimal finite) {
        return finite == null ? number.doubleValue() : 0;
    }

    /** The exact value, or null for an infinite or undefined one, which JSON cannot hold. */
    static @Nullable BigDecimal decimal(JsonNode number) {
        if (number.isDouble() || number.isFloat()) {
            double value = number.doubleValue();
            return Double.isFinite(value) ? BigDecimal.valueOf(value) : null;
        }
        return number.decimalValue();
    }

    /** The nearest double, infinite for numbers beyond its range. */
    static double nearest(JsonNode number) {
        BigDecimal exact = decimal(number);
        return exact == null ? number.doubleValue() : exact.doubleValue();
    }

    /** Whether a number is a multiple; never writes out the zeros between two far exponents. */
    static boolean isMultiple(JsonNode number, BigDecimal divisor) {
        BigDecimal exact = decimal(number);
        if (exact == null) {
            return false;
        }
        BigDecimal value = exact.stripTrailingZeros();
        long exponent = (long) divisor.scale() - value.scale();
        if (value.signum() == 0 || exponent < 0) {
            // A value with more decimals than the divisor does not end in 0, so it is no multiple.
            return value.signum() == 0;
        }
        BigInteger modulus = divisor.unscaledValue();
        BigInteger power = BigInteger.TEN.modPow(BigInteger.valueOf(exponent), modulus);
        return value.unscaledValue().multiply(power).mod(modulus).signum() == 0;
    }

    /** Returns the node of a decimal; a negative zero is a double, since decimals have none. */
    static JsonNode node(BigDecimal number, boolean negative) {
        return negative && number.signum() == 0
                ? JsonNodeFactory.instance.numberNode(-0.0)
                : JsonNodeFactory.instance.numberNode(number);
    }
}
