package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

/**
 * A subscription of Java types: spec and handler in one, made by {@link Operation#subscription}.
 * Immutable; threads may share it.
 */
public final class StreamOperation<I extends @Nullable Object, O extends @Nullable Object>
        extends StreamHandle<I, O> {
    private final OperationBinding binding;

    StreamOperation(OperationBinding binding, TypedForm<I, O> form) {
        super(form);
        this.binding = binding;
    }

    /** Opens a subscription that is registered elsewhere. {@code Void} stands for no input. */
    public static <I extends @Nullable Object, O extends @Nullable Object> StreamHandle<I, O> of(
            String id, Class<I> input, Class<O> output) {
        return new StreamHandle<>(TypedForm.of(id, input, output));
    }

    /** As {@link #of(String, Class, Class)}, by whatever form. */
    public static <I extends @Nullable Object, O extends @Nullable Object> StreamHandle<I, O> of(
            String id, JsonForm<I> input, JsonForm<O> output) {
        return new StreamHandle<>(new TypedForm<>(id, input, output));
    }

    public OperationSpec spec() {
        return binding.spec();
    }

    /** This for a registry that knows no types. */
    public OperationBinding binding() {
        return binding;
    }

    /** Collects the parts of a {@link StreamOperation}; the handler is the last. For one thread. */
    public static final class Declaration<I extends @Nullable Object, O extends @Nullable Object>
            extends TypedDeclaration<Declaration<I, O>> {
        private final TypedForm<I, O> form;

        Declaration(OperationSpecBuilder spec, TypedForm<I, O> form) {
            super(spec, form);
            this.form = form;
        }

        @Override
        Declaration<I, O> self() {
            return this;
        }

        /** A {@link StreamHandler} of Java types. */
        @FunctionalInterface
        public interface TypedHandler<I extends @Nullable Object, O extends @Nullable Object> {
            void handle(I input, OperationContext context, Emitter<O> emitter) throws Exception;

            /** As {@link StreamHandler#prepare}. */
            default void prepare() {}
        }

        /** Finishes with what runs when it is opened. */
        public StreamOperation<I, O> handledBy(TypedHandler<I, O> handler) {
            return new StreamOperation<>(bind(form.untyped(handler)), form);
        }
    }
}
