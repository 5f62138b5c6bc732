package dev.alkdev.operations.hub;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Checks of single values. What is absent, or of the wrong kind for the schema, passes. */
final class ValueRules {
    private static final List<String> UNITS = List.of("B", "KiB", "MiB", "GiB");
    private static final Duration LONGEST = Duration.ofDays(365);

    /** A duration within what timers can count. */
    void duration(ConfigValue value, Duration least, String expected) {
        value.duration()
                .filter(duration -> duration.compareTo(least) < 0)
                .ifPresent(duration -> value.refuseAs(expected));
        value.duration()
                .filter(duration -> duration.compareTo(LONGEST) > 0)
                .ifPresent(duration -> value.refuseAs("a duration of at most 365d, as in 10s"));
    }

    void positive(ConfigValue value) {
        duration(value, Duration.ofNanos(1), "a duration above 0, as in 10s");
    }

    void size(ConfigValue value, long least, long most) {
        value.size()
                .filter(size -> size < least || size > most)
                .ifPresent(
                        size ->
                                value.refuseAs(
                                        "a size from " + written(least) + " to " + written(most)));
    }

    private static String written(long bytes) {
        int unit = Math.min(UNITS.size() - 1, Long.numberOfTrailingZeros(bytes) / 10);
        return (bytes >> (10 * unit)) + UNITS.get(unit);
    }

    /** A URL with a host; its scheme is the schema's business. */
    void url(ConfigValue value, String expected) {
        if (value.text().isPresent()
                && value.url().map(URI::getHost).filter(host -> !host.isEmpty()).isEmpty()) {
            value.refuseAs(expected);
        }
    }

    Optional<Path> path(ConfigValue value) {
        if (value.text().isPresent() && value.path().isEmpty()) {
            value.refuseAs("a path");
        }
        return value.path().filter(path -> !value.textOr("").isEmpty());
    }

    /** A file that exists and can be read. */
    Optional<Path> file(ConfigValue value) {
        Optional<Path> path = path(value);
        if (path.isEmpty()) {
            return path;
        }
        if (!Files.exists(path.get())) {
            value.refuse("there is no file " + value.shown());
        } else if (!Files.isRegularFile(path.get())) {
            value.refuse(value.name() + " should be a file, but " + value.shown() + " is none");
        } else if (!Files.isReadable(path.get())) {
            value.refuse("the file " + value.shown() + " may not be read");
        } else {
            return path;
        }
        return Optional.empty();
    }

    /** A file that whoever uses it can read, too; otherwise refused with what they say. */
    Optional<Path> file(ConfigValue value, Consumer<Path> use) {
        Optional<Path> path = file(value);
        try {
            path.ifPresent(use);
            return path;
        } catch (IllegalArgumentException e) {
            // The path may come from outside; what the config says about it is enough.
            String reason = String.valueOf(e.getMessage());
            value.refuse(reason.replace(path.orElseThrow().toString(), value.shown()));
            return Optional.empty();
        }
    }

    /** A name that nobody else has. */
    void unique(ConfigValue value, Map<String, ConfigValue> taken, String what) {
        value.text()
                .map(text -> taken.putIfAbsent(text, value))
                .ifPresent(
                        earlier ->
                                value.refuse(
                                        what
                                                + " "
                                                + value.shown()
                                                + " stands here and in line "
                                                + line(earlier)));
    }

    int line(ConfigValue value) {
        return value.file().tree().value(value.pointer()).line();
    }
}
