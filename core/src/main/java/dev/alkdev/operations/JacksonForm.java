package dev.alkdev.operations;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;

import java.lang.reflect.Type;
import java.util.function.Supplier;

/** A Java type as Jackson reads and writes it. Its schema is made when it is first asked for. */
final class JacksonForm<T extends @Nullable Object> implements JsonForm<T> {
    private static final Schema NOTHING = Schema.parse("{\"type\":\"null\"}");
    private static final Schema NO_INPUT = Schema.parse("{\"type\":[\"object\",\"null\"]}");

    private final Supplier<Schema> schema;
    private final JavaType type;
    private final boolean nothing;

    /**
     * Made when something is written: a handler never writes its input, nor a client its output.
     */
    private @Nullable ObjectWriter writer;

    private JacksonForm(Type type, Schema none) {
        this.type = Json.mapper().constructType(type);
        this.nothing = type.equals(Void.class) || type.equals(void.class);
        this.schema = nothing ? () -> none : () -> Schema.ofReadable(type);
    }

    static <T extends @Nullable Object> JacksonForm<T> input(Type type) {
        return new JacksonForm<>(type, NO_INPUT);
    }

    static <T extends @Nullable Object> JacksonForm<T> output(Type type) {
        return new JacksonForm<>(type, NOTHING);
    }

    @Override
    public Schema schema() {
        return schema.get();
    }

    // The type parameter is Void where null is returned, whose only value it is.
    @Override
    @SuppressWarnings("NullAway")
    public T read(JsonNode json) {
        return nothing ? null : Json.mapper().<T>treeToValue(json, type);
    }

    @Override
    public JsonNode write(@Nullable T value) {
        return value == null || value instanceof JsonNode
                ? ResponseEnvelope.tree(value)
                : writer().valueToTree(value);
    }

    /** By the declared type: the elements of a list do not know that they are of a union. */
    private ObjectWriter writer() {
        ObjectWriter known = writer;
        if (known == null) {
            // Two threads may make the same; either is right.
            known = Json.mapper().writerFor(type);
            writer = known;
        }
        return known;
    }

    @Override
    public String toString() {
        return type.toCanonical();
    }
}
