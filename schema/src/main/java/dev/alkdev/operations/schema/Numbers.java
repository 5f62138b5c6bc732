package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Exact arithmetic on JSON numbers, quick for those that fit a long. */
final class Numbers {
    /** Remainders of numbers further apart than this would need too many digits. */
    private static final int MAX_DIGITS = 10_000;

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
        return left == null || right == null
                ? Double.compare(a.doubleValue(), b.doubleValue())
                : left.compareTo(right);
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

    static boolean isMultiple(JsonNode number, BigDecimal divisor) {
        BigDecimal value = decimal(number);
        if (value == null) {
            return false;
        }
        if (value.signum() == 0) {
            return true;
        }
        // A number with a huge negative scale is a whole multiple of 10^n: only n counts.
        long distance = Math.abs((long) value.scale() - divisor.scale());
        if (distance > MAX_DIGITS) {
            return isFarMultiple(value, divisor);
        }
        return value.remainder(divisor).signum() == 0;
    }

    private static boolean isFarMultiple(BigDecimal value, BigDecimal divisor) {
        if (value.scale() > divisor.scale()) {
            return false;
        }
        BigInteger unscaled = divisor.stripTrailingZeros().unscaledValue().abs();
        while (unscaled.mod(BigInteger.TWO).signum() == 0) {
            unscaled = unscaled.shiftRight(1);
        }
        while (unscaled.mod(BigInteger.valueOf(5)).signum() == 0) {
            unscaled = unscaled.divide(BigInteger.valueOf(5));
        }
        return value.unscaledValue().mod(unscaled).signum() == 0;
    }
}
