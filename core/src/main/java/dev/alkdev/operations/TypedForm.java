package dev.alkdev.operations;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.lang.reflect.Type;
import java.util.Optional;

/** The Java types of an operation's input and output, and the way to and from JSON. */
final class TypedForm<I extends @Nullable Object, O extends @Nullable Object> {
    private static final Schema NOTHING = Schema.parse("{\"type\":\"null\"}");
    private static final Schema NO_INPUT = Schema.parse("{\"type\":[\"object\",\"null\"]}");

    private final String id;
    private final Type input;
    private final Type output;
    private final JavaType inputType;
    private final JavaType outputType;
    private final ObjectWriter inputWriter;
    private final ObjectWriter outputWriter;

    TypedForm(String id, Type input, Type output) {
        this.id = id;
        this.input = input;
        this.output = output;
        this.inputType = Json.mapper().constructType(input);
        this.outputType = Json.mapper().constructType(output);
        // By the declared type: the elements of a list do not know that they are of a union.
        this.inputWriter = Json.mapper().writerFor(inputType);
        this.outputWriter = Json.mapper().writerFor(outputType);
    }

    String id() {
        return id;
    }

    Schema inputSchema() {
        return isNothing(input) ? NO_INPUT : Schema.ofReadable(input);
    }

    Schema outputSchema() {
        return isNothing(output) ? NOTHING : Schema.ofReadable(output);
    }

    private static boolean isNothing(Type type) {
        return type.equals(Void.class) || type.equals(void.class);
    }

    /** Writes what a caller gives. */
    JsonNode inputTree(@Nullable I value) {
        try {
            JsonNode tree = tree(inputWriter, value);
            Optional<String> other = Json.findNonFinite(tree);
            if (other.isPresent()) {
                throw NonFinite.failure(ErrorCode.VALIDATION_ERROR, "input of " + id, other.get());
            }
            return tree;
        } catch (JacksonException e) {
            throw new CallException(
                            ErrorCode.VALIDATION_ERROR,
                            "input of " + id + " cannot be written as JSON")
                    .causedBy(e);
        }
    }

    /** Writes what a handler gives; an envelope is none of ours. */
    Object outputTree(@Nullable O value) {
        return value instanceof ResponseEnvelope<?> envelope ? envelope : tree(outputWriter, value);
    }

    private static JsonNode tree(ObjectWriter writer, @Nullable Object value) {
        return value == null || value instanceof JsonNode
                ? ResponseEnvelope.tree(value)
                : writer.valueToTree(value);
    }

    /** Reads an input that fits the schema but that the type may still refuse. */
    I input(JsonNode json) {
        if (isNothing(input)) {
            return nothing();
        }
        try {
            return Json.mapper().treeToValue(json, inputType);
        } catch (JacksonException e) {
            String pointer = pointer(e);
            String where = pointer.isEmpty() ? "(root)" : pointer;
            ObjectNode details = JsonNodeFactory.instance.objectNode();
            details.putArray("errors")
                    .addObject()
                    .put("pointer", pointer)
                    .put("message", "cannot be read as " + inputType.toCanonical());
            throw new CallException(
                            ErrorCode.VALIDATION_ERROR,
                            "input of "
                                    + id
                                    + " is not valid: "
                                    + where
                                    + ": cannot be read as "
                                    + inputType.toCanonical())
                    .withDetails(details)
                    .causedBy(e);
        }
    }

    private static String pointer(JacksonException e) {
        StringBuilder pointer = new StringBuilder();
        for (JacksonException.Reference step : e.getPath()) {
            String name = step.getPropertyName();
            pointer.append('/').append(name == null ? String.valueOf(step.getIndex()) : name);
        }
        return pointer.toString();
    }

    /** Reads a result; one that is an error has no output. */
    ResponseEnvelope<O> output(ResponseEnvelope<JsonNode> envelope) {
        return read(id, envelope, outputType);
    }

    static <T extends @Nullable Object> ResponseEnvelope<T> read(
            String id, ResponseEnvelope<JsonNode> envelope, Class<T> type) {
        return read(id, envelope, Json.mapper().constructType(type));
    }

    private static <T extends @Nullable Object> ResponseEnvelope<T> read(
            String id, ResponseEnvelope<JsonNode> envelope, JavaType type) {
        JsonNode data = envelope.data();
        if (envelope.isError()) {
            throw new CallException(ErrorCode.EXECUTION_ERROR, id + " answered with an error")
                    .withDetails(data);
        }
        if (isNothing(type.getRawClass())) {
            return envelope.withData(nothing());
        }
        try {
            return envelope.withData(Json.mapper().<T>treeToValue(data, type));
        } catch (JacksonException e) {
            throw new CallException(
                            ErrorCode.EXECUTION_ERROR,
                            id + " answered with what is no " + type.toCanonical())
                    .causedBy(e);
        }
    }

    // The type parameter is Void here, whose only value is null.
    @SuppressWarnings({"TypeParameterUnusedInFormals", "NullAway"})
    private static <T extends @Nullable Object> T nothing() {
        return null;
    }
}
