package dev.alkdev.operations.base;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks durations, and reads them as people write them: {@code 250ms}, {@code 1.5s}, {@code 5m},
 * {@code 1h}, {@code 2d}. One grammar for config files, headers and command lines; whether a number
 * without a unit is one, and of what, is said where it is read.
 */
public final class Durations {
    /** The form of a duration with its unit, as a regular expression for schemas. */
    public static final String PATTERN = "^[0-9]{1,9}([.][0-9]{1,9})?(ms|s|m|h|d)$";

    private static final Pattern FORM =
            Pattern.compile("([0-9]{1,9}(?:[.][0-9]{1,9})?)(ms|s|m|h|d)?");
    private static final BigDecimal MOST = BigDecimal.valueOf(999_999_999);
    private static final BigInteger NANOS_PER_SECOND = BigInteger.valueOf(1_000_000_000);

    private Durations() {}

    /** Reads a duration with a unit; empty if the text is none. */
    public static Optional<Duration> parse(String text) {
        return parse(text, null);
    }

    /** Reads a duration with a unit, or a number of seconds; empty if the text is neither. */
    public static Optional<Duration> parseSeconds(String text) {
        return parse(text, "s");
    }

    private static Optional<Duration> parse(String text, @Nullable String usual) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String unit = matcher.group(2) == null ? usual : matcher.group(2);
        return unit == null
                ? Optional.empty()
                : Optional.of(times(new BigDecimal(matcher.group(1)), unit(unit)));
    }

    /** Seconds as a number; empty if it is negative, or larger than the text form allows. */
    public static Optional<Duration> ofSeconds(BigDecimal seconds) {
        return seconds.signum() < 0 || seconds.compareTo(MOST) > 0
                ? Optional.empty()
                : Optional.of(times(seconds, Duration.ofSeconds(1)));
    }

    /**
     * A duration that was given by somebody.
     *
     * @param name of what it is for
     * @throws IllegalArgumentException if it is not longer than nothing
     */
    public static Duration requirePositive(String name, Duration duration) {
        if (!duration.isPositive()) {
            throw new IllegalArgumentException(name + " should be positive but is " + duration);
        }
        return duration;
    }

    private static Duration unit(String name) {
        return switch (name) {
            case "ms" -> Duration.ofMillis(1);
            case "s" -> Duration.ofSeconds(1);
            case "m" -> Duration.ofMinutes(1);
            case "h" -> Duration.ofHours(1);
            default -> Duration.ofDays(1);
        };
    }

    private static Duration times(BigDecimal count, Duration unit) {
        BigInteger nanos = count.multiply(BigDecimal.valueOf(unit.toNanos())).toBigInteger();
        BigInteger[] parts = nanos.divideAndRemainder(NANOS_PER_SECOND);
        return Duration.ofSeconds(parts[0].longValueExact(), parts[1].longValueExact());
    }
}
