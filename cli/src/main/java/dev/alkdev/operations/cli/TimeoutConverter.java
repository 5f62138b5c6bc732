package dev.alkdev.operations.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a time as {@code 5}, {@code 1.5s}, {@code 250ms} or {@code 2m}. */
final class TimeoutConverter implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,3})?)(ms|s|m)?");

    @Override
    public Duration convert(String text) {
        Matcher matcher = FORM.matcher(text);
        if (matcher.matches()) {
            String unit = matcher.group(2) == null ? "s" : matcher.group(2);
            long millis =
                    switch (unit) {
                        case "ms" -> 1;
                        case "m" -> 60_000;
                        default -> 1_000;
                    };
            BigDecimal time = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(millis));
            if (time.longValue() > 0) {
                return Duration.ofMillis(time.longValue());
            }
        }
        throw new TypeConversionException(
                "a time looks like 5s, 250ms or 2m and is more than 0, but this is \""
                        + text
                        + "\"");
    }
}
