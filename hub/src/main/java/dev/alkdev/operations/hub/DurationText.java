package dev.alkdev.operations.hub;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads durations as people write them: {@code 10s}, {@code 250ms}, {@code 5m}, {@code 1h}. */
final class DurationText {
    static final String PATTERN = "^([0-9]{1,9}(?:[.][0-9]{1,3})?)(ms|s|m|h|d)$";

    private static final Pattern FORM = Pattern.compile(PATTERN);

    private static final BigDecimal MOST = BigDecimal.valueOf(999_999_999);
    private static final BigInteger NANOS_PER_SECOND = BigInteger.valueOf(1_000_000_000);

    private DurationText() {}

    static Optional<Duration> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        return matcher.matches()
                ? Optional.of(times(new BigDecimal(matcher.group(1)), unit(matcher.group(2))))
                : Optional.empty();
    }

    /** Empty for what is less than nothing, or more than the text form could say. */
    static Optional<Duration> ofSeconds(BigDecimal seconds) {
        return seconds.signum() < 0 || seconds.compareTo(MOST) > 0
                ? Optional.empty()
                : Optional.of(times(seconds, Duration.ofSeconds(1)));
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
