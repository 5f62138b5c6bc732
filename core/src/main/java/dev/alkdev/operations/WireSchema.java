package dev.alkdev.operations;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaDocument;
import dev.alkdev.operations.schema.SchemaOptions;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Optional;

/**
 * Loads the schemas of our own JSON forms when they are first used. They are files beside the
 * classes and may refer to each other.
 */
final class WireSchema {
    private static final String BASE = "operations:/";

    private WireSchema() {}

    /** The schema of a whole file. */
    static Schema load(String name) {
        return load(name, "#");
    }

    /** A part of a file, given as a reference into it. */
    static Schema load(String name, String part) {
        return Schema.from(() -> read(name, part));
    }

    private static Schema read(String name, String part) {
        String file = name + ".schema.json";
        SchemaOptions options =
                SchemaOptions.defaults()
                        .withResolver(uri -> Optional.of(read(uri.getPath().substring(1))));
        return SchemaDocument.of(read(file), URI.create(BASE + file), options).at(part);
    }

    private static JsonNode read(String file) {
        try (InputStream stream = WireSchema.class.getResourceAsStream(file)) {
            if (stream == null) {
                throw new IllegalStateException(file + " is not on the class path");
            }
            return Json.parse(stream.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(file, e);
        }
    }
}
