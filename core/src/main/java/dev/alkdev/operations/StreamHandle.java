package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/**
 * Opens a subscription by Java types, wherever it runs: an imported one by {@link
 * StreamOperation#of}, or a {@link StreamOperation} of this program. Immutable; threads may share
 * it.
 */
public sealed class StreamHandle<I extends @Nullable Object, O extends @Nullable Object>
        permits StreamOperation {
    private final TypedForm<I, O> form;

    StreamHandle(TypedForm<I, O> form) {
        this.form = form;
    }

    public final String id() {
        return form.id;
    }

    /** As {@link OperationHandle#write}. */
    public final JsonNode write(@Nullable I input) {
        return form.inputTree(input);
    }

    /** An open subscription with its items as Java values. */
    public final Subscription<O> read(Subscription<JsonNode> items) {
        return new Typed<>(items, form);
    }

    private record Typed<O extends @Nullable Object>(
            Subscription<JsonNode> source, TypedForm<?, O> form) implements Subscription<O> {
        @Override
        public boolean hasNext() {
            return source.hasNext();
        }

        @Override
        public ResponseEnvelope<O> next() {
            return form.output(source.next());
        }

        @Override
        public void close() {
            source.close();
        }
    }
}
