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

    private Operation(OperationHandle<I, O> handle, OperationBinding binding) {
        super(handle.id, handle.input, handle.output);
        this.binding = binding;
    }

    /** An {@link OperationHandler} of Java types. */
    @FunctionalInterface
    public interface TypedHandler<I extends @Nullable Object, O extends @Nullable Object> {
        @Nullable O handle(I input, OperationContext context) throws Exception;
    }

    /** Calls an operation that is registered elsewhere, with whatever can be written as JSON. */
    public static <O extends @Nullable Object> OperationHandle<Object, O> of(
            String id, Class<O> output) {
        return of(id, Object.class, output);
    }

    /** Calls an operation that is registered elsewhere. {@code Void} stands for nothing. */
    public static <I extends @Nullable Object, O extends @Nullable Object> OperationHandle<I, O> of(
            String id, Class<I> input, Class<O> output) {
        return of(id, JsonForm.input(input), JsonForm.output(output));
    }

    /** As {@link #of(String, Class, Class)}, by whatever form. */
    public static <I extends @Nullable Object, O extends @Nullable Object> OperationHandle<I, O> of(
            String id, JsonForm<I> input, JsonForm<O> output) {
        return new OperationHandle<>(id, input, output);
    }

    /** Starts an operation that reads. {@code Void} stands for no input or no output. */
    public static <I extends @Nullable Object, O extends @Nullable Object>
            TypedDeclaration<TypedHandler<I, O>, Operation<I, O>> query(
                    String id, Class<I> input, Class<O> output) {
        return query(id, JsonForm.input(input), JsonForm.output(output));
    }

    /** Starts an operation that reads, with an output such as {@code List<Invoice>}. */
    public static <I extends @Nullable Object, O extends @Nullable Object>
            TypedDeclaration<TypedHandler<I, O>, Operation<I, O>> query(
                    String id, Class<I> input, TypeReference<O> output) {
        return query(id, JsonForm.input(input), JsonForm.output(output.getType()));
    }

    /** Starts an operation that reads, by whatever form its input and output have. */
    public static <I extends @Nullable Object, O extends @Nullable Object>
            TypedDeclaration<TypedHandler<I, O>, Operation<I, O>> query(
                    String id, JsonForm<I> input, JsonForm<O> output) {
        return declare(OperationSpec.query(id), of(id, input, output));
    }

    /** Starts an operation that writes. {@code Void} stands for no input or no output. */
    public static <I extends @Nullable Object, O extends @Nullable Object>
            TypedDeclaration<TypedHandler<I, O>, Operation<I, O>> mutation(
                    String id, Class<I> input, Class<O> output) {
        return mutation(id, JsonForm.input(input), JsonForm.output(output));
    }

    /** Starts an operation that writes, with an output such as {@code List<Invoice>}. */
    public static <I extends @Nullable Object, O extends @Nullable Object>
            TypedDeclaration<TypedHandler<I, O>, Operation<I, O>> mutation(
                    String id, Class<I> input, TypeReference<O> output) {
        return mutation(id, JsonForm.input(input), JsonForm.output(output.getType()));
    }

    /** Starts an operation that writes, by whatever form its input and output have. */
    public static <I extends @Nullable Object, O extends @Nullable Object>
            TypedDeclaration<TypedHandler<I, O>, Operation<I, O>> mutation(
                    String id, JsonForm<I> input, JsonForm<O> output) {
        return declare(OperationSpec.mutation(id), of(id, input, output));
    }

    private static <I extends @Nullable Object, O extends @Nullable Object>
            TypedDeclaration<TypedHandler<I, O>, Operation<I, O>> declare(
                    OperationSpecBuilder spec, OperationHandle<I, O> handle) {
        return new TypedDeclaration<>(
                spec,
                handle,
                handler -> new TypedForm.Untyped<>(handle, handler),
                binding -> new Operation<>(handle, binding));
    }

    /** Starts an operation that streams. {@code Void} stands for no input. */
    public static <I extends @Nullable Object, O extends @Nullable Object>
            TypedDeclaration<StreamOperation.TypedHandler<I, O>, StreamOperation<I, O>>
                    subscription(String id, Class<I> input, Class<O> output) {
        return subscription(id, JsonForm.input(input), JsonForm.output(output));
    }

    /** Starts an operation that streams, by whatever form its input and output have. */
    public static <I extends @Nullable Object, O extends @Nullable Object>
            TypedDeclaration<StreamOperation.TypedHandler<I, O>, StreamOperation<I, O>>
                    subscription(String id, JsonForm<I> input, JsonForm<O> output) {
        return StreamOperation.declare(StreamOperation.of(id, input, output));
    }

    public OperationSpec spec() {
        return binding.spec();
    }

    /** This for a registry that knows no types. */
    public OperationBinding binding() {
        return binding;
    }
}
