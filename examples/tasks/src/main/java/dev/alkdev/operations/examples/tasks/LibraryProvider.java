package dev.alkdev.operations.examples.tasks;

import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.SourceProvider;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Starts a small REST API of a library on loopback and imports it through its own OpenAPI document,
 * as {@code provider: library}. Options: {@code port}, any free one unless given; {@code
 * tickMillis} between the ticks of its event stream, 5000 unless given. Threads may share it.
 */
public final class LibraryProvider implements SourceProvider {
    @Override
    public String name() {
        return "library";
    }

    @Override
    public Optional<Set<String>> optionKeys() {
        return Optional.of(Set.of("port", "tickMillis"));
    }

    @Override
    public OperationSource create(String namespace, JsonNode options) {
        SourceOptions given = new SourceOptions(name(), options);
        int port = given.number("port", 0, 0, 65_535);
        int tick = given.number("tickMillis", 5_000, 10, 3_600_000);
        return new LibrarySource(namespace, port, Duration.ofMillis(tick));
    }
}
