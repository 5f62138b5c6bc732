package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.concurrent.CompletionStage;

/**
 * A subscription of Java types: spec and handler in one, made by {@link Operation#subscription}.
 * Immutable; threads may share it.
 */
public final class StreamOperation<I extends @Nullable Object, O extends @Nullable Object>
        extends StreamHandle<I, O> {
    private final OperationBinding binding;

    private StreamOperation(StreamHandle<I, O> handle, OperationBinding binding) {
        super(handle.id, handle.input, handle.output);
        this.binding = binding;
    }

    /** A {@link StreamHandler} of Java types. */
    @FunctionalInterface
    public interface TypedHandler<I extends @Nullable Object, O extends @Nullable Object> {
        void handle(I input, OperationContext context, Emitter<O> emitter) throws Exception;

        /** As {@link StreamHandler#prepare}. */
        default void prepare() {}
    }

    /** The handler as a registry calls it, with JSON. */
    private record Untyped<I extends @Nullable Object, O extends @Nullable Object>(
            TypedForm<I, O> form, TypedHandler<I, O> handler)
            implements StreamHandler, TypedForm.Fresh {

        @Override
        public void handle(
                JsonNode input, OperationContext context, Emitter<@Nullable Object> emitter)
                throws Exception {
            prepare(input).handle(input, context, emitter);
        }

        @Override
        public StreamHandler prepare(JsonNode input) {
            I typed = form.input(input);
            handler.prepare();
            return (same, context, emitter) ->
                    handler.handle(typed, context, new TypedEmitter<>(form, emitter));
        }
    }

    private record TypedEmitter<T extends @Nullable Object>(
            TypedForm<?, T> form, Emitter<@Nullable Object> untyped) implements Emitter<T> {

        @Override
        public void emit(T item) {
            untyped.emit(written(item));
        }

        @Override
        public void emit(T item, String eventId) {
            untyped.emit(written(item), eventId);
        }

        private Object written(@Nullable Object item) {
            return item instanceof CompletionStage<?> stage
                    ? AwaitedResult.converted(stage, form::outputTree)
                    : form.outputTree(item);
        }
    }

    /** Opens a subscription that is registered elsewhere. {@code Void} stands for no input. */
    public static <I extends @Nullable Object, O extends @Nullable Object> StreamHandle<I, O> of(
            String id, Class<I> input, Class<O> output) {
        return of(id, JsonForm.input(input), JsonForm.output(output));
    }

    /** As {@link #of(String, Class, Class)}, by whatever form. */
    public static <I extends @Nullable Object, O extends @Nullable Object> StreamHandle<I, O> of(
            String id, JsonForm<I> input, JsonForm<O> output) {
        return new StreamHandle<>(id, input, output);
    }

    static <I extends @Nullable Object, O extends @Nullable Object>
            TypedDeclaration<TypedHandler<I, O>, StreamOperation<I, O>> declare(
                    StreamHandle<I, O> handle) {
        return new TypedDeclaration<>(
                OperationSpec.subscription(handle.id),
                handle,
                handler -> new Untyped<>(handle, handler),
                binding -> new StreamOperation<>(handle, binding));
    }

    public OperationSpec spec() {
        return binding.spec();
    }

    /** This for a registry that knows no types. */
    public OperationBinding binding() {
        return binding;
    }
}
