package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

/**
 * A subscription of Java types: spec and handler in one, made by {@link Operation#subscription}.
 * Immutable; threads may share it.
 */
public final class StreamOperation<I extends @Nullable Object, O extends @Nullable Object> {
    private final OperationBinding binding;
    private final TypedForm<I, O> form;

    StreamOperation(OperationBinding binding, TypedForm<I, O> form) {
        this.binding = binding;
        this.form = form;
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
