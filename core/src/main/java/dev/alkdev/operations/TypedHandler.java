package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

/** An {@link OperationHandler} of Java types. */
@FunctionalInterface
public interface TypedHandler<I extends @Nullable Object, O extends @Nullable Object> {
    @Nullable O handle(I input, OperationContext context) throws Exception;
}
