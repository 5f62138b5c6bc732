package dev.alkdev.operations.code;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Emitter;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.JsonForm;
import dev.alkdev.operations.Operation;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationHandle;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.StreamHandle;
import dev.alkdev.operations.StreamOperation;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;

/** Calls the operation of a method and returns its result as the method does. */
final class ClientMethod {
    private static final @Nullable Object[] NONE = {};

    private final OperationHandle<@Nullable Object[], Object> operation;
    private final StreamHandle<@Nullable Object[], Object> stream;
    private final Returned returned;
    private final Slot @Nullable [] slots;
    private final List<DeclaredError> errors;
    private final @Nullable Pages pages;
    private final OperationHandle<@Nullable Object[], JsonNode> page;

    ClientMethod(String id, MethodPlan plan) {
        JsonForm<@Nullable Object[]> input = plan.parameters().form();
        JsonForm<Object> output = JsonForm.output(plan.returned().data());
        this.operation = Operation.of(id, input, output);
        this.stream = StreamOperation.of(id, input, output);
        this.returned = plan.returned();
        this.slots =
                plan.parameters().isPlain() ? null : plan.parameters().slots().toArray(new Slot[0]);
        this.errors = plan.errors();
        this.pages = plan.pages();
        this.page = Operation.of(id, input, JsonForm.output(JsonNode.class));
    }

    @Nullable Object invoke(ClientCalls client, @Nullable Object @Nullable [] given)
            throws Exception {
        @Nullable Object[] arguments = given == null ? NONE : given;
        Call call =
                slots == null
                        ? client.call(operation.id(), operation.write(arguments))
                        : call(client, slots, arguments);
        if (pages != null) {
            return paged(client, call, pages);
        }
        return switch (returned.shape()) {
            case VALUE -> value(client, call);
            case STAGE -> later(client, call);
            default -> items(client, call, arguments);
        };
    }

    /** A call with what special arguments set. */
    private Call call(ClientCalls client, Slot[] all, @Nullable Object[] arguments) {
        @Nullable Object[] values = new Object[all.length];
        int next = 0;
        OperationContext context = null;
        for (int i = 0; i < all.length; i++) {
            if (all[i] == Slot.INPUT) {
                values[next++] = arguments[i];
            } else if (arguments[i] instanceof OperationContext around) {
                context = around;
            }
        }
        CallBuilder options = client.options(context);
        for (int i = 0; i < all.length; i++) {
            apply(all[i], arguments[i], options);
        }
        return options.to(operation.id(), operation.write(values));
    }

    @SuppressWarnings("unchecked")
    private static void apply(Slot slot, @Nullable Object argument, CallBuilder options) {
        if (argument == null) {
            return;
        }
        switch (slot) {
            case CALLER -> options.caller((Caller) argument);
            case IDENTITY -> options.caller(Caller.of((Identity) argument));
            case OPTIONAL_IDENTITY ->
                    ((Optional<Identity>) argument)
                            .ifPresent(identity -> options.caller(Caller.of(identity)));
            case PROGRESS -> options.onProgress((Consumer<Progress>) argument);
            case INPUT, CONTEXT, EMITTER -> {}
        }
    }

    private @Nullable Object value(ClientCalls client, Call call) throws Exception {
        try {
            ResponseEnvelope<JsonNode> result = client.target().call(call);
            if (returned.enveloped() && result.isError()) {
                return returned.data() == JsonNode.class ? result : withoutData(result);
            }
            ResponseEnvelope<Object> typed = operation.read(result);
            return returned.enveloped() ? typed : typed.data();
        } catch (CallException failure) {
            throw thrown(failure);
        }
    }

    /** The content has the error; the data is no output. */
    @SuppressWarnings("NullAway") // The data of an envelope may be null, whatever its type.
    private static ResponseEnvelope<?> withoutData(ResponseEnvelope<JsonNode> error) {
        return error.withData(null);
    }

    private Object paged(ClientCalls client, Call first, Pages following) {
        PagedItems.Access access =
                new PagedItems.Access(
                        operation.id(),
                        input -> page(client, first, input),
                        item -> item(first, item));
        Supplier<Iterator<Object>> items = () -> new PagedItems(following, access, first.input());
        return switch (returned.shape()) {
            case ITERATOR -> items.get();
            case STREAM ->
                    StreamSupport.stream(
                            Spliterators.spliteratorUnknownSize(items.get(), Spliterator.ORDERED),
                            false);
            // Each loop over it begins with the first page.
            default -> (Iterable<Object>) items::get;
        };
    }

    private ResponseEnvelope<JsonNode> page(ClientCalls client, Call first, JsonNode input) {
        try {
            Call call = input == first.input() ? first : next(first, input);
            return page.read(client.target().call(call));
        } catch (CallException failure) {
            throw unchecked(failure);
        }
    }

    private static Call next(Call first, JsonNode input) {
        return first.toBuilder().requestId(Call.newRequestId()).to(first.operationId(), input);
    }

    private Object item(Call call, JsonNode item) {
        return operation.read(ResponseEnvelope.local(item, call.operationId())).data();
    }

    /** An iterator cannot throw what is checked. */
    private RuntimeException unchecked(CallException failure) {
        return thrown(failure) instanceof RuntimeException exception ? exception : failure;
    }

    /** Cancelling the future interrupts the call. */
    private CompletableFuture<@Nullable Object> later(ClientCalls client, Call call) {
        CompletableFuture<@Nullable Object> future = new CompletableFuture<>();
        Thread thread =
                Thread.ofVirtual()
                        .name("operations-client")
                        .unstarted(
                                () -> {
                                    try {
                                        future.complete(value(client, call));
                                    } catch (Throwable failure) {
                                        future.completeExceptionally(failure);
                                    }
                                });
        var unused =
                future.whenComplete(
                        (result, failure) -> {
                            if (future.isCancelled()) {
                                thread.interrupt();
                            }
                        });
        thread.start();
        return future;
    }

    private @Nullable Object items(ClientCalls client, Call call, @Nullable Object[] arguments)
            throws Exception {
        dev.alkdev.operations.Subscription<Object> opened;
        try {
            opened = stream.read(client.target().subscribe(call));
        } catch (CallException failure) {
            throw thrown(failure);
        }
        ClientItems items = new ClientItems(opened, this::thrown);
        return switch (returned.shape()) {
            case SUBSCRIPTION -> items;
            case STREAM -> returned.enveloped() ? items.stream() : items.data();
            case ITERATOR -> returned.enveloped() ? items : items.data().iterator();
            case ITERABLE -> returned.enveloped() ? items : once(items);
            case PUBLISHER -> returned.enveloped() ? items.publisher() : items.dataPublisher();
            case EMITTED -> emit(items, arguments);
            case VALUE, STAGE -> throw new IllegalStateException("no stream: " + returned);
        };
    }

    /** The data of a stream; who begins anew finds it used up. */
    private static Iterable<Object> once(ClientItems items) {
        Iterator<Object> data = items.data().iterator();
        return () -> data;
    }

    @SuppressWarnings("unchecked")
    private @Nullable Object emit(ClientItems items, @Nullable Object[] arguments) {
        Emitter<Object> emitter = null;
        for (Object argument : arguments) {
            emitter = argument instanceof Emitter<?> found ? (Emitter<Object>) found : emitter;
        }
        try (items) {
            if (emitter == null) {
                throw new IllegalArgumentException("the emitter is null");
            }
            for (ResponseEnvelope<Object> item : items) {
                Object value = returned.enveloped() ? item : item.data();
                String eventId = item.meta().eventId();
                if (eventId == null) {
                    emitter.emit(value);
                } else {
                    emitter.emit(value, eventId);
                }
            }
        }
        return null;
    }

    /** What a caller gets for a failure: the exception that was declared for it. */
    private Exception thrown(CallException failure) {
        for (DeclaredError error : errors) {
            if (error.code().equals(failure.code())) {
                return error.toException(failure);
            }
        }
        return failure;
    }
}
