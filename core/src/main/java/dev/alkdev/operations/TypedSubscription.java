package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/** A subscription whose data is read as a Java type. */
final class TypedSubscription<O extends @Nullable Object> implements Subscription<O> {
    private final Subscription<JsonNode> source;
    private final TypedForm<?, O> form;

    TypedSubscription(Subscription<JsonNode> source, TypedForm<?, O> form) {
        this.source = source;
        this.form = form;
    }

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
