package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/**
 * Opens a subscription by Java types, wherever it runs: an imported one by {@link
 * StreamOperation#of}, or a {@link StreamOperation} of this program. Immutable; threads may share
 * it.
 */
public sealed class StreamHandle<I extends @Nullable Object, O extends @Nullable Object>
        extends TypedForm<I, O> permits StreamOperation {
    StreamHandle(String id, JsonForm<I> input, JsonForm<O> output) {
        super(id, input, output);
    }

    /** An open subscription with its items as Java values. */
    public final Subscription<O> read(Subscription<JsonNode> items) {
        return new Typed<>(items, this);
    }

    private record Typed<O extends @Nullable Object>(
            Subscription<JsonNode> source, TypedForm<?, O> form) implements Subscription<O> {
        @Override
        public boolean hasNext() {
            return source.hasNext();
        }

        @Override
        public ResponseEnvelope<O> next() {
            return read(form.id, source.next(), form.output);
        }

        @Override
        public void close() {
            source.close();
        }
    }
}
