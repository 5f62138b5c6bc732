package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;

import java.lang.reflect.Type;

/**
 * Reads and writes values of a Java type as Jackson does. Values of plain types are read and
 * written without it, unless something about them is out of the ordinary. Threads may share it.
 */
public final class TypeCodec {
    private final Type type;
    private final @Nullable PlainType plain;

    // Made when first needed: a handler never writes its input, nor a client its output. Two
    // threads may make the same; either is right.
    private @Nullable JavaType javaType;
    private @Nullable ObjectWriter writer;

    private TypeCodec(Type type, @Nullable PlainType plain) {
        this.type = type;
        this.plain = plain;
    }

    public static TypeCodec of(Type type) {
        PlainType plain = PlainType.of(type);
        return new TypeCodec(type, plain == null || !plain.hasValues() ? null : plain);
    }

    /**
     * Reads a value.
     *
     * @throws JacksonException if the type refuses the JSON
     */
    public @Nullable Object read(JsonNode json) {
        Object value = plain == null ? PlainType.UNFIT : plain.read(json);
        return value == PlainType.UNFIT ? Json.mapper().treeToValue(json, javaType()) : value;
    }

    /**
     * Writes a value.
     *
     * @throws JacksonException if there is no JSON for it
     */
    public JsonNode write(Object value) {
        JsonNode json = plain == null ? null : plain.write(value);
        return json == null ? writer().valueToTree(value) : json;
    }

    /** By the declared type: the elements of a list do not know that they are of a union. */
    private ObjectWriter writer() {
        ObjectWriter known = writer;
        if (known == null) {
            known = Json.mapper().writerFor(javaType());
            writer = known;
        }
        return known;
    }

    private JavaType javaType() {
        JavaType known = javaType;
        if (known == null) {
            known = Json.mapper().constructType(type);
            javaType = known;
        }
        return known;
    }

    @Override
    public String toString() {
        return javaType().toCanonical();
    }
}
