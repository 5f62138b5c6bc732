package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/** Collects the parts of a {@link StreamOperation}; the handler is the last. For one thread. */
public final class StreamDeclaration<I extends @Nullable Object, O extends @Nullable Object>
        extends Declaration<StreamDeclaration<I, O>> {
    private final TypedForm<I, O> form;

    StreamDeclaration(OperationSpecBuilder spec, TypedForm<I, O> form) {
        super(spec, form);
        this.form = form;
    }

    @Override
    StreamDeclaration<I, O> self() {
        return this;
    }

    /** Finishes with what runs when it is opened. */
    public StreamOperation<I, O> handledBy(TypedStreamHandler<I, O> handler) {
        return new StreamOperation<>(bind(new Untyped<>(form, handler)), form);
    }

    private record Untyped<I extends @Nullable Object, O extends @Nullable Object>(
            TypedForm<I, O> form, TypedStreamHandler<I, O> handler)
            implements StreamHandler, FreshResults {

        @Override
        public void handle(
                JsonNode input, OperationContext context, Emitter<@Nullable Object> emitter)
                throws Exception {
            handler.handle(form.input(input), context, new TypedEmitter<>(form, emitter));
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
}
