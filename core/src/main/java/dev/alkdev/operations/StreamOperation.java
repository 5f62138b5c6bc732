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
}
