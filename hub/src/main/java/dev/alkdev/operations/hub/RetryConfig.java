package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Key;
import dev.alkdev.operations.config.ShortForm;
import dev.alkdev.operations.web.RetryOptions;

import java.time.Duration;

/** How often a query to an API is tried. Immutable; threads may share it. */
@Form(title = "a number of attempts from 1 to 10", minimum = "1", maximum = "10", example = "3")
public record RetryConfig(
        @Key("Number of attempts, the first included.")
                @Form(
                        title = "a number of attempts from 1 to 10",
                        minimum = "1",
                        maximum = "10",
                        example = "3")
                int attempts,
        @Key(
                        value =
                                "Back-off delay before the second attempt, doubled for each further"
                                        + " one.",
                        standard = "200ms")
                @Form(above = "0")
                Duration firstDelay,
        @Key(value = "Maximum back-off delay; also caps `Retry-After`.", standard = "10s")
                @Form(above = "0")
                Duration maxDelay) {

    /** With the usual pauses. */
    @ShortForm
    public static RetryConfig of(int attempts) {
        return new RetryConfig(attempts, Duration.ofMillis(200), Duration.ofSeconds(10));
    }

    RetryOptions policy() {
        return attempts == 1
                ? RetryOptions.none()
                : new RetryOptions(attempts, firstDelay, maxDelay);
    }
}
