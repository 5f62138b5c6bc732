package dev.alkdev.operations.protocol;

import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaDocument;
import dev.alkdev.operations.schema.SchemaOptions;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Optional;

/** Loads the schema of the call events, which refers to that of the envelope. */
final class CallEventSchema {
    private static final String FILE = "call-event.schema.json";

    private CallEventSchema() {}

    static Schema load() {
        SchemaOptions options =
                SchemaOptions.defaults()
                        .withResolver(envelope -> Optional.of(ResponseEnvelope.SCHEMA.toJson()));
        try (InputStream stream = CallEventSchema.class.getResourceAsStream(FILE)) {
            if (stream == null) {
                throw new IllegalStateException(FILE + " is not on the class path");
            }
            URI base = URI.create("operations:/" + FILE);
            return SchemaDocument.of(Json.parse(stream.readAllBytes()), base, options).at("#");
        } catch (IOException e) {
            throw new UncheckedIOException(FILE, e);
        }
    }
}
