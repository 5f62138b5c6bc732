package dev.alkdev.operations.hub;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Checks of single values. What is absent, or of the wrong kind for the schema, passes. */
final class ValueRules {
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
        if (bytes < 1024) {
            return bytes + "B";
        }
        return bytes % (1024 * 1024) == 0 ? bytes / (1024 * 1024) + "MiB" : bytes / 1024 + "KiB";
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

    /** Refuses the value with whatever a trial says. */
    void accepted(ConfigValue value, Callable<?> trial) {
        try {
            trial.call();
        } catch (IllegalArgumentException e) {
            value.refuse(String.valueOf(e.getMessage()));
        } catch (Exception e) {
            throw new IllegalStateException("a trial fails with an argument", e);
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
