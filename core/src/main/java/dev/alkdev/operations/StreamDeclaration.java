package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

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

    /** A {@link StreamHandler} of Java types. */
    @FunctionalInterface
    public interface TypedHandler<I extends @Nullable Object, O extends @Nullable Object> {
        void handle(I input, OperationContext context, Emitter<O> emitter) throws Exception;
    }

    /** Finishes with what runs when it is opened. */
    public StreamOperation<I, O> handledBy(TypedHandler<I, O> handler) {
        return new StreamOperation<>(bind(form.untyped(handler)), form);
    }
}
