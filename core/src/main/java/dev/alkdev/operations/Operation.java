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
public final class Operation<I extends @Nullable Object, O extends @Nullable Object> {
    private final OperationBinding binding;
    private final TypedForm<I, O> form;

    Operation(OperationBinding binding, TypedForm<I, O> form) {
        this.binding = binding;
        this.form = form;
    }

    /** Starts an operation that reads. {@code Void} stands for no input or no output. */
    public static <I extends @Nullable Object, O extends @Nullable Object>
            OperationDeclaration<I, O> query(String id, Class<I> input, Class<O> output) {
        return new OperationDeclaration<>(
                OperationSpec.query(id), new TypedForm<>(id, input, output));
    }

    /** Starts an operation that reads, with an output such as {@code List<Invoice>}. */
    public static <I extends @Nullable Object, O extends @Nullable Object>
            OperationDeclaration<I, O> query(String id, Class<I> input, TypeReference<O> output) {
        return new OperationDeclaration<>(
                OperationSpec.query(id), new TypedForm<>(id, input, output.getType()));
    }

    /** Starts an operation that writes. {@code Void} stands for no input or no output. */
    public static <I extends @Nullable Object, O extends @Nullable Object>
            OperationDeclaration<I, O> mutation(String id, Class<I> input, Class<O> output) {
        return new OperationDeclaration<>(
                OperationSpec.mutation(id), new TypedForm<>(id, input, output));
    }

    /** Starts an operation that writes, with an output such as {@code List<Invoice>}. */
    public static <I extends @Nullable Object, O extends @Nullable Object>
            OperationDeclaration<I, O> mutation(
                    String id, Class<I> input, TypeReference<O> output) {
        return new OperationDeclaration<>(
                OperationSpec.mutation(id), new TypedForm<>(id, input, output.getType()));
    }

    /** Starts an operation that streams. {@code Void} stands for no input. */
    public static <I extends @Nullable Object, O extends @Nullable Object>
            StreamDeclaration<I, O> subscription(String id, Class<I> input, Class<O> output) {
        return new StreamDeclaration<>(
                OperationSpec.subscription(id), new TypedForm<>(id, input, output));
    }

    public OperationSpec spec() {
        return binding.spec();
    }

    /** This for a registry that knows no types. */
    public OperationBinding binding() {
        return binding;
    }

    TypedForm<I, O> form() {
        return form;
    }
}
