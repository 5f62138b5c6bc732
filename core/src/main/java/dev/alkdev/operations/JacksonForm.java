package dev.alkdev.operations;

import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.TypeCodec;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.lang.reflect.Type;

/** A Java type as Jackson reads and writes it. Its schema is made when it is first asked for. */
final class JacksonForm<T extends @Nullable Object> implements JsonForm<T> {
    static final Schema NOTHING = Schema.parse("{\"type\": \"null\"}");
    static final Schema NO_INPUT = Schema.parse("{\"type\": [\"object\", \"null\"]}");

    private final Type type;
    private final TypeCodec codec;

    /** That of nothing; null for that of the type. */
    private final @Nullable Schema none;

    /** The schema {@code none} is for the type of nothing. */
    JacksonForm(Type type, Schema none) {
        this.type = type;
        this.codec = TypeCodec.of(type);
        this.none = type.equals(Void.class) || type.equals(void.class) ? none : null;
    }

    @Override
    public Schema schema() {
        return none == null ? Schema.ofReadable(type) : none;
    }

    // A codec gives values of its type. Where null is returned, it is Void, whose only value it is.
    @Override
    @SuppressWarnings({"NullAway", "unchecked"})
    public T read(JsonNode json) {
        return none == null ? (T) codec.read(json) : null;
    }

    @Override
    public JsonNode write(@Nullable T value) {
        return value == null || value instanceof JsonNode
                ? ResponseEnvelope.tree(value)
                : codec.write(value);
    }

    @Override
    public String toString() {
        return codec.toString();
    }
}
