package dev.alkdev.operations.cli;

import dev.alkdev.operations.base.Durations;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import java.time.Duration;

/** Reads a time as {@code 5}, {@code 1.5s}, {@code 250ms} or {@code 2m}. */
final class TimeoutConverter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
        return Durations.parseSeconds(text)
                .filter(time -> time.toMillis() > 0)
                .orElseThrow(
                        () ->
                                new TypeConversionException(
                                        "a time looks like 5s, 250ms or 2m and is more than 0, but"
                                                + " this is \""
                                                + text
                                                + "\""));
    }
}
