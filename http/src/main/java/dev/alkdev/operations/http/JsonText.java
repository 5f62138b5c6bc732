package dev.alkdev.operations.http;

import dev.alkdev.operations.schema.Json;

import tools.jackson.core.JsonGenerator;

import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;

/** Writes JSON without a tree in between. */
final class JsonText {
    private JsonText() {}

    static byte[] write(Consumer<JsonGenerator> content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
        try (JsonGenerator json = Json.mapper().createGenerator(bytes)) {
            content.accept(json);
        }
        return bytes.toByteArray();
    }
}
