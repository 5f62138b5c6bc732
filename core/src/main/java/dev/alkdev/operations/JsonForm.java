package dev.alkdev.operations;

import dev.alkdev.operations.schema.JavaTypes;
import dev.alkdev.operations.schema.Schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

import java.lang.reflect.Type;
import java.util.concurrent.CompletionStage;

/**
 * Java values as JSON: the schema, and the way there and back. The {@code toString} of one names
 * what it reads, for messages. Threads may share it.
 *
 * @see Operation#query(String, JsonForm, JsonForm)
 */
public interface JsonForm<T extends @Nullable Object> {
    /** The schema of the JSON. */
    Schema schema();

    /**
     * Reads JSON that fits the schema.
     *
     * @throws JacksonException if the Java type still refuses it
     */
    T read(JsonNode json);

    /**
     * Writes a value, also null.
     *
     * @throws JacksonException if there is no JSON for it
     */
    JsonNode write(@Nullable T value);

    /**
     * The input of an operation as Jackson reads and writes a type, such as {@code List<Invoice>};
     * {@code Void} for none.
     *
     * @throws IllegalArgumentException if there is no JSON for the type
     */
    static <T extends @Nullable Object> JsonForm<T> input(Type type) {
        return new TypedForm.OfType<>(type, TypedForm.OfType.NO_INPUT);
    }

    /**
     * As {@link #input}, for the output; {@code Void} for none, which is null.
     *
     * @throws IllegalArgumentException also for the type of a future, which is not the output
     */
    static <T extends @Nullable Object> JsonForm<T> output(Type type) {
        if (CompletionStage.class.isAssignableFrom(JavaTypes.raw(type))) {
            throw new IllegalArgumentException(
                    type.getTypeName()
                            + " is not the output of an operation; declare the type of its value");
        }
        return new TypedForm.OfType<>(type, TypedForm.OfType.NOTHING);
    }
}
