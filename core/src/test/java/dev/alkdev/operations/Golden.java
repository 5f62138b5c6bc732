package dev.alkdev.operations;

import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The JSON forms other programs rely on, one file each. */
final class Golden {
    private Golden() {}

    static JsonNode read(String name) {
        try (InputStream stream = Golden.class.getResourceAsStream("/golden/" + name + ".json")) {
            byte[] bytes = Objects.requireNonNull(stream, name).readAllBytes();
            return Json.parse(new String(bytes, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a reader of the written text sees. */
    static JsonNode reread(JsonNode written) {
        return Json.parse(written.toString());
    }

    static JsonNode json(String text) {
        return Json.parse(text.replace('\'', '"'));
    }
}
