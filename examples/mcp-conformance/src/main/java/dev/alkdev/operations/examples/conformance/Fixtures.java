package dev.alkdev.operations.examples.conformance;

import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/** JSON files beside the classes. */
final class Fixtures {
    private Fixtures() {}

    static JsonNode json(String name) {
        try (InputStream stream = Fixtures.class.getResourceAsStream(name)) {
            return Json.parse(Objects.requireNonNull(stream, name).readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
