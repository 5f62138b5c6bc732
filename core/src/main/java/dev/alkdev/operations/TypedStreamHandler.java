package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

/** A {@link StreamHandler} of Java types. */
@FunctionalInterface
public interface TypedStreamHandler<I extends @Nullable Object, O extends @Nullable Object> {
    void handle(I input, OperationContext context, Emitter<O> emitter) throws Exception;
}
