package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.type.TypeReference;

/**
 * A query or mutation of Java types: spec and handler in one. Its schemas come from the types.
 * Immutable; threads may share it.
 *
 * <pre>{@code
 * Operation<FindInvoice, Invoice> find = Operation.query("billing.find", FindInvoice.class, Invoice.class)
 *         .describedAs("Finds one invoice by its number")
 *         .requires("billing:read")
 *         .handledBy((input, context) -> invoices.find(input.number()));
 * }</pre>
 */
public final class Operation<I extends @Nullable Object, O extends @Nullable Object>
        extends OperationHandle<I, O> {
    private final OperationBinding binding;

    Operation(OperationBinding binding, TypedForm<I, O> form) {
        super(form);
        this.binding = binding;
    }

    /** Calls an operation that is registered elsewhere, with whatever can be written as JSON. */
    public static <O extends @Nullable Object> OperationHandle<Object, O> of(
            String id, Class<O> output) {
        return of(id, Object.class, output);
    }

    /** Calls an operation that is registered elsewhere. {@code Void} stands for nothing. */
    public static <I extends @Nullable Object, O extends @Nullable Object> OperationHandle<I, O> of(
            String id, Class<I> input, Class<O> output) {
        return new OperationHandle<>(TypedForm.of(id, input, output));
    }

    /** As {@link #of(String, Class, Class)}, by whatever form. */
    public static <I extends @Nullable Object, O extends @Nullable Object> OperationHandle<I, O> of(
            String id, JsonForm<I> input, JsonForm<O> output) {
        return new OperationHandle<>(new TypedForm<>(id, input, output));
    }

    /** Starts an operation that reads. {@code Void} stands for no input or no output. */
    public static <I extends @Nullable Object, O extends @Nullable Object> Declaration<I, O> query(
            String id, Class<I> input, Class<O> output) {
        return new Declaration<>(OperationSpec.query(id), TypedForm.of(id, input, output));
    }

    /** Starts an operation that reads, with an output such as {@code List<Invoice>}. */
    public static <I extends @Nullable Object, O extends @Nullable Object> Declaration<I, O> query(
            String id, Class<I> input, TypeReference<O> output) {
        return new Declaration<>(
                OperationSpec.query(id), TypedForm.of(id, input, output.getType()));
    }

    /** Starts an operation that reads, by whatever form its input and output have. */
    public static <I extends @Nullable Object, O extends @Nullable Object> Declaration<I, O> query(
            String id, JsonForm<I> input, JsonForm<O> output) {
        return new Declaration<>(OperationSpec.query(id), new TypedForm<>(id, input, output));
    }

    /** Starts an operation that writes. {@code Void} stands for no input or no output. */
    public static <I extends @Nullable Object, O extends @Nullable Object>
            Declaration<I, O> mutation(String id, Class<I> input, Class<O> output) {
        return new Declaration<>(OperationSpec.mutation(id), TypedForm.of(id, input, output));
    }

    /** Starts an operation that writes, with an output such as {@code List<Invoice>}. */
    public static <I extends @Nullable Object, O extends @Nullable Object>
            Declaration<I, O> mutation(String id, Class<I> input, TypeReference<O> output) {
        return new Declaration<>(
                OperationSpec.mutation(id), TypedForm.of(id, input, output.getType()));
    }

    /** Starts an operation that writes, by whatever form its input and output have. */
    public static <I extends @Nullable Object, O extends @Nullable Object>
            Declaration<I, O> mutation(String id, JsonForm<I> input, JsonForm<O> output) {
        return new Declaration<>(OperationSpec.mutation(id), new TypedForm<>(id, input, output));
    }

    /** Starts an operation that streams. {@code Void} stands for no input. */
    public static <I extends @Nullable Object, O extends @Nullable Object>
            StreamOperation.Declaration<I, O> subscription(
                    String id, Class<I> input, Class<O> output) {
        return new StreamOperation.Declaration<>(
                OperationSpec.subscription(id), TypedForm.of(id, input, output));
    }

    /** Starts an operation that streams, by whatever form its input and output have. */
    public static <I extends @Nullable Object, O extends @Nullable Object>
            StreamOperation.Declaration<I, O> subscription(
                    String id, JsonForm<I> input, JsonForm<O> output) {
        return new StreamOperation.Declaration<>(
                OperationSpec.subscription(id), new TypedForm<>(id, input, output));
    }

    public OperationSpec spec() {
        return binding.spec();
    }

    /** This for a registry that knows no types. */
    public OperationBinding binding() {
        return binding;
    }

    /** Collects the parts of an {@link Operation}; the handler is the last. For one thread. */
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
}
