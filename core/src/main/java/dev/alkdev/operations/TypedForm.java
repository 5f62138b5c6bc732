package dev.alkdev.operations;

import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.TypeCodec;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

import java.lang.reflect.Type;

/** The Java side of an operation: its input and output, and the failures on the way to JSON. */
final class TypedForm<I extends @Nullable Object, O extends @Nullable Object> {
    private static final int LONGEST_REASON = 500;

    final String id;
    private final JsonForm<I> input;
    private final JsonForm<O> output;

    TypedForm(String id, JsonForm<I> input, JsonForm<O> output) {
        this.id = id;
        this.input = input;
        this.output = output;
    }

    static <I extends @Nullable Object, O extends @Nullable Object> TypedForm<I, O> of(
            String id, Type input, Type output) {
        return new TypedForm<>(id, JsonForm.input(input), JsonForm.output(output));
    }

    Schema inputSchema() {
        return input.schema();
    }

    Schema outputSchema() {
        return output.schema();
    }

    /** The handler as a registry calls it, with JSON. */
    OperationHandler untyped(Operation.Declaration.TypedHandler<I, O> handler) {
        return new Single<>(this, handler);
    }

    /** The handler of a subscription as a registry calls it, with JSON. */
    StreamHandler untyped(StreamOperation.Declaration.TypedHandler<I, O> handler) {
        return new Streaming<>(this, handler);
    }

    /**
     * A Java type as Jackson reads and writes it. Its schema is made when it is first asked for.
     */
    static final class OfType<T extends @Nullable Object> implements JsonForm<T> {
        static final Schema NOTHING = Schema.parse("{\"type\": \"null\"}");
        static final Schema NO_INPUT = Schema.parse("{\"type\": [\"object\", \"null\"]}");

        private final Type type;
        private final TypeCodec codec;

        /** That of nothing; null for that of the type. */
        private final @Nullable Schema none;

        /** The schema {@code none} is for the type of nothing. */
        OfType(Type type, Schema none) {
            this.type = type;
            this.codec = TypeCodec.of(type);
            this.none = type.equals(Void.class) || type.equals(void.class) ? none : null;
        }

        @Override
        public Schema schema() {
            return none == null ? Schema.ofReadable(type) : none;
        }

        // A codec gives values of its type. Where null is returned, it is Void, whose only value it
        // is.
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

    /**
     * A handler that makes the JSON of each result anew, so that it need not be copied before a
     * caller may change it.
     */
    interface Fresh {}

    private record Single<I extends @Nullable Object, O extends @Nullable Object>(
            TypedForm<I, O> form, Operation.Declaration.TypedHandler<I, O> handler)
            implements OperationHandler, Fresh {

        @Override
        public @Nullable Object handle(JsonNode input, OperationContext context) throws Exception {
            return form.outputTree(handler.handle(form.input(input), context));
        }
    }

    private record Streaming<I extends @Nullable Object, O extends @Nullable Object>(
            TypedForm<I, O> form, StreamOperation.Declaration.TypedHandler<I, O> handler)
            implements StreamHandler, Fresh {

        @Override
        public void handle(
                JsonNode input, OperationContext context, Emitter<@Nullable Object> emitter)
                throws Exception {
            prepare(input).handle(input, context, emitter);
        }

        @Override
        public StreamHandler prepare(JsonNode input) {
            I typed = form.input(input);
            handler.prepare();
            return (same, context, emitter) ->
                    handler.handle(typed, context, new TypedEmitter<>(form, emitter));
        }
    }

    private record TypedEmitter<T extends @Nullable Object>(
            TypedForm<?, T> form, Emitter<@Nullable Object> untyped) implements Emitter<T> {

        @Override
        public void emit(T item) {
            untyped.emit(form.outputTree(item));
        }

        @Override
        public void emit(T item, String eventId) {
            untyped.emit(form.outputTree(item), eventId);
        }
    }

    /** Writes what a caller gives. */
    JsonNode inputTree(@Nullable I value) {
        try {
            return ValidationFailure.finiteInput(input.write(value), id);
        } catch (JacksonException e) {
            throw ValidationFailure.unwritable(id, e);
        }
    }

    /** Writes what a handler gives; an envelope is none of ours. */
    Object outputTree(@Nullable O value) {
        return value instanceof ResponseEnvelope<?> envelope ? envelope : output.write(value);
    }

    /** Reads an input that fits the schema but that the type may still refuse. */
    I input(JsonNode json) {
        try {
            return input.read(json);
        } catch (JacksonException e) {
            throw ValidationFailure.at(
                            ErrorCode.VALIDATION_ERROR,
                            "input of " + id,
                            pointer(e),
                            "cannot be read as " + input)
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
        return read(id, envelope, output);
    }

    /** What a tool says about its error, in so far as it is text. */
    private static String reason(ResponseMeta meta) {
        if (!(meta instanceof McpMeta mcp)) {
            return "";
        }
        StringBuilder reason = new StringBuilder();
        for (ContentBlock block : mcp.content()) {
            if (block instanceof ContentBlock.Text said && reason.length() < LONGEST_REASON) {
                reason.append(reason.isEmpty() ? ": " : " ").append(said.text().strip());
            }
        }
        return reason.length() > LONGEST_REASON
                ? reason.substring(0, LONGEST_REASON) + "…"
                : reason.toString();
    }

    static <T extends @Nullable Object> ResponseEnvelope<T> read(
            String id, ResponseEnvelope<JsonNode> envelope, JsonForm<T> form) {
        JsonNode data = envelope.data();
        if (envelope.isError()) {
            throw new CallException(
                            ErrorCode.EXECUTION_ERROR,
                            id + " answered with an error" + reason(envelope.meta()))
                    .withDetails(data);
        }
        try {
            return envelope.withData(form.read(data));
        } catch (JacksonException e) {
            throw new CallException(
                            ErrorCode.EXECUTION_ERROR, id + " answered with what is no " + form)
                    .causedBy(e);
        }
    }
}
