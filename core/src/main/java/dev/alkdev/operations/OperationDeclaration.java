package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

/** Collects the parts of an {@link Operation}; the handler is the last. For one thread. */
public final class OperationDeclaration<I extends @Nullable Object, O extends @Nullable Object>
        extends Declaration<OperationDeclaration<I, O>> {
    private final TypedForm<I, O> form;

    OperationDeclaration(OperationSpecBuilder spec, TypedForm<I, O> form) {
        super(spec, form);
        this.form = form;
    }

    @Override
    OperationDeclaration<I, O> self() {
        return this;
    }

    /** An {@link OperationHandler} of Java types. */
    @FunctionalInterface
    public interface TypedHandler<I extends @Nullable Object, O extends @Nullable Object> {
        @Nullable O handle(I input, OperationContext context) throws Exception;
    }

    /** Finishes with what runs when it is called. */
    public Operation<I, O> handledBy(TypedHandler<I, O> handler) {
        return new Operation<>(bind(form.untyped(handler)), form);
    }
}
