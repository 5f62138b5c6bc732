package dev.alkdev.operations.http;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads how long a client will wait: seconds as {@code 5}, {@code 1.5} or {@code 5s}, or {@code
 * 250ms}.
 */
final class TimeoutText {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(ms|s)?");
    private static final int LONGEST_QUOTE = 40;
    private static final long NANOS = 1_000_000_000;

    private TimeoutText() {}

    /**
     * Reads a timeout.
     *
     * @param name what it is called where it stands
     */
    static Duration parse(String name, String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (matcher.matches()) {
            long unit = "ms".equals(matcher.group(2)) ? 1_000_000 : NANOS;
            BigDecimal nanos = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit));
            Duration timeout = Duration.ofNanos(nanos.longValue());
            if (!timeout.isZero()) {
                return timeout;
            }
        }
        throw Refusal.malformed(
                name
                        + " should be a time as 5, 1.5, 5s or 250ms, more than 0, but is \""
                        + (text.length() <= LONGEST_QUOTE
                                ? text
                                : text.substring(0, LONGEST_QUOTE) + "…")
                        + "\"",
                null);
    }
}
