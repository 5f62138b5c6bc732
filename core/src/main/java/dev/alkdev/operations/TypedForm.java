package dev.alkdev.operations;

import dev.alkdev.operations.base.ShortText;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.ReadingFault;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaError;
import dev.alkdev.operations.schema.TypeCodec;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;

/** The Java side of an operation: its input and output, and the failures on the way to JSON. */
abstract sealed class TypedForm<I extends @Nullable Object, O extends @Nullable Object>
        permits OperationHandle, StreamHandle {
    private static final int LONGEST_REASON = 500;

    final String id;
    final JsonForm<I> input;
    final JsonForm<O> output;

    /** For inputs with faults; made with the first. */
    private volatile @Nullable TextFormats formats;

    TypedForm(String id, JsonForm<I> input, JsonForm<O> output) {
        this.id = id;
        this.input = input;
        this.output = output;
    }

    public final String id() {
        return id;
    }

    /**
     * The JSON of an input, as for a call of a peer.
     *
     * @throws CallException {@link ErrorCode#VALIDATION_ERROR} if there is none
     */
    public final JsonNode write(@Nullable I value) {
        try {
            return ValidationFailure.finiteInput(input.write(value), id);
        } catch (JacksonException e) {
            throw ValidationFailure.unwritable(id, e);
        }
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
    interface Fresh {
        TypedForm<?, ?> form();
    }

    /** The handler of a query or mutation as a registry calls it, with JSON. */
    record Untyped<I extends @Nullable Object, O extends @Nullable Object>(
            TypedForm<I, O> form, Operation.TypedHandler<I, O> handler)
            implements OperationHandler, Fresh {

        @Override
        public @Nullable Object handle(JsonNode input, OperationContext context) throws Exception {
            return form.outputTree(AwaitedResult.of(handler.handle(form.input(input), context)));
        }
    }

    /** Writes what a handler gives; an envelope is none of ours. */
    // A handler of type O gives no other values, and a future of it the value that it stands for.
    @SuppressWarnings("unchecked")
    Object outputTree(@Nullable Object value) {
        return value instanceof ResponseEnvelope<?> envelope ? envelope : output.write((O) value);
    }

    /** Reads an input that fits the schema but that the type may still refuse. */
    I input(JsonNode json) {
        try {
            return input.read(json);
        } catch (JacksonException e) {
            String what = "input of " + id;
            List<SchemaError> faults = unreadableTexts(json);
            CallException failure =
                    faults.isEmpty()
                            ? ValidationFailure.at(
                                    ErrorCode.VALIDATION_ERROR,
                                    what,
                                    Json.pointer(e),
                                    ReadingFault.message(e, json))
                            : ValidationFailure.of(what, faults);
            throw failure.causedBy(e);
        }
    }

    /** Returns all faults of an input at once: those by its schema, and texts it cannot read. */
    List<SchemaError> errors(Schema schema, JsonNode json) {
        List<SchemaError> all = new ArrayList<>(ValidationFailure.errors(schema, json));
        all.addAll(unreadableTexts(json));
        return all;
    }

    /** Returns the texts without the format that the Java type requires, such as dates. */
    private List<SchemaError> unreadableTexts(JsonNode json) {
        TextFormats known = formats;
        if (known == null) {
            known = TextFormats.of(input.schema());
            formats = known;
        }
        return known.errors(json);
    }

    /** The error message of a tool, in so far as it is text. */
    static String reason(ResponseMeta meta) {
        if (!(meta instanceof McpMeta mcp)) {
            return "";
        }
        StringBuilder reason = new StringBuilder();
        for (ContentBlock block : mcp.content()) {
            if (block instanceof ContentBlock.Text said && reason.length() < LONGEST_REASON) {
                reason.append(reason.isEmpty() ? ": " : " ").append(said.text().strip());
            }
        }
        return ShortText.of(reason.toString(), LONGEST_REASON);
    }

    /** Reads a result; one that is an error has no output. */
    static <T extends @Nullable Object> ResponseEnvelope<T> read(
            String id, ResponseEnvelope<JsonNode> envelope, JsonForm<T> form) {
        JsonNode data = envelope.data();
        if (envelope.isError()) {
            throw envelope.toFailure(id);
        }
        try {
            return envelope.withData(form.read(data));
        } catch (JacksonException e) {
            throw new CallException(
                            ErrorCode.EXECUTION_ERROR,
                            id + " returned a value that is not a " + form)
                    .causedBy(e);
        }
    }
}
