package dev.alkdev.operations;

import dev.alkdev.operations.schema.Schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Loads the schemas of our own JSON forms, which stand as files beside the classes. */
final class WireSchema {
    private WireSchema() {}

    static Schema load(String name) {
        String file = name + ".schema.json";
        try (InputStream stream = WireSchema.class.getResourceAsStream(file)) {
            if (stream == null) {
                throw new IllegalStateException(file + " is not on the class path");
            }
            return Schema.parse(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(file, e);
        }
    }
}
