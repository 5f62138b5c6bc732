package dev.alkdev.operations.code;

import dev.alkdev.operations.AwaitedResult;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Emitter;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.StreamOperation.TypedHandler;

import org.jspecify.annotations.Nullable;

import java.lang.invoke.MethodHandle;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.stream.BaseStream;

/** Runs a method of an object as the handler of its operation. Threads may share it. */
final class MethodHandler {
    private final MethodPlan plan;
    private final Object instance;

    /** Made by the first call: of a thousand operations few are called soon after the start. */
    private volatile @Nullable MethodHandle method;

    private final Slot @Nullable [] slots;
    private final DeclaredError[] errors;

    MethodHandler(MethodPlan plan, Object instance) {
        this.plan = plan;
        this.instance = instance;
        Handles.open(plan.method());
        this.slots =
                plan.parameters().isPlain() ? null : plan.parameters().slots().toArray(new Slot[0]);
        this.errors = plan.errors().toArray(new DeclaredError[0]);
    }

    @Nullable Object handle(@Nullable Object[] values, OperationContext context) throws Exception {
        try {
            return AwaitedResult.of(invoke(values, context, null));
        } catch (Throwable thrown) {
            throw failure(thrown);
        }
    }

    /** As the handler of a stream, which is open as soon as the method can run. */
    TypedHandler<@Nullable Object[], Object> streaming() {
        return new TypedHandler<>() {
            @Override
            public void prepare() {
                method();
            }

            @Override
            public void handle(
                    @Nullable Object[] values, OperationContext context, Emitter<Object> emitter)
                    throws Exception {
                try {
                    emit(invoke(values, context, emitter), emitter);
                } catch (Throwable thrown) {
                    throw failure(thrown);
                }
            }
        };
    }

    private @Nullable Object invoke(
            @Nullable Object[] values, OperationContext context, @Nullable Emitter<Object> emitter)
            throws Throwable {
        @Nullable Object[] arguments =
                slots == null ? values : arguments(slots, values, context, emitter);
        return (Object) method().invokeExact(arguments);
    }

    private MethodHandle method() {
        MethodHandle known = method;
        if (known == null) {
            known = Handles.of(plan.method(), instance);
            method = known;
        }
        return known;
    }

    private @Nullable Object[] arguments(
            Slot[] all,
            @Nullable Object[] values,
            OperationContext context,
            @Nullable Emitter<Object> emitter) {
        @Nullable Object[] arguments = new Object[all.length];
        int next = 0;
        for (int i = 0; i < all.length; i++) {
            arguments[i] =
                    switch (all[i]) {
                        case INPUT -> values[next++];
                        case CONTEXT -> context;
                        case CALLER -> context.caller();
                        case IDENTITY -> identity(context);
                        case OPTIONAL_IDENTITY -> known(context);
                        case EMITTER -> emitter;
                        case PROGRESS -> reporter(context);
                    };
        }
        return arguments;
    }

    private static Optional<Identity> known(OperationContext context) {
        return context.caller() instanceof Caller.Authenticated caller
                ? Optional.of(caller.identity())
                : Optional.empty();
    }

    private static Identity identity(OperationContext context) {
        return known(context)
                .orElseThrow(
                        () ->
                                new CallException(
                                        ErrorCode.ACCESS_DENIED,
                                        "access to "
                                                + context.call().operationId()
                                                + " denied: it needs a caller with an identity"));
    }

    private static Consumer<Progress> reporter(OperationContext context) {
        return progress ->
                context.progress(progress.amount(), progress.total(), progress.message());
    }

    private void emit(@Nullable Object items, Emitter<Object> emitter) throws Exception {
        if (items == null) {
            if (plan.returned().shape() != Returned.Shape.EMITTED) {
                throw new IllegalStateException(
                        Faults.place(plan.method()) + " returned null instead of a stream");
            }
            return;
        }
        if (items instanceof Flow.Publisher<?> publisher) {
            PublishedItems.emit(publisher, emitter);
            return;
        }
        try {
            Iterator<?> all =
                    switch (items) {
                        case BaseStream<?, ?> stream -> stream.iterator();
                        case Iterator<?> iterator -> iterator;
                        case Iterable<?> iterable -> iterable.iterator();
                        default -> throw new IllegalStateException("no stream: " + items);
                    };
            while (all.hasNext()) {
                emitter.emit(all.next());
            }
        } finally {
            if (items instanceof AutoCloseable closeable) {
                closeable.close();
            }
        }
    }

    /**
     * Returns the exception to throw for a failed method. The most specific declared error wins.
     */
    private Exception failure(Throwable thrown) {
        DeclaredError closest = null;
        for (DeclaredError error : errors) {
            if (error.type().isInstance(thrown)
                    && (closest == null || closest.type().isAssignableFrom(error.type()))) {
                closest = error;
            }
        }
        if (closest != null) {
            return closest.toCall(thrown);
        }
        if (thrown instanceof Error error) {
            throw error;
        }
        return (Exception) thrown;
    }
}
