package dev.alkdev.operations;

import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.base.TimeSource;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Everything a program can call, under one set of rules. Operations may come and go while it is
 * used. Threads may share it; reading it never blocks.
 *
 * <p>Every way in goes through the same steps: find the operation, check the caller's access, check
 * the input, run the handler, normalize and check the result, wrap it in an envelope.
 */
public final class OperationRegistry {
    final NormalizeMode normalizeMode;
    final int streamBuffer;
    final @Nullable Duration idleTimeout;
    final boolean refusesMismatch;
    final boolean leadsToOthers;
    final CallObserver[] observers;
    final Catalog catalog = new Catalog();
    final LongAdder openCalls = new LongAdder();
    final AtomicLong openStreams = new AtomicLong();
    private final TimeSource time;
    private final ByteBudget byteBudget;

    OperationRegistry(OperationRegistryBuilder given) {
        time = given.time;
        normalizeMode = given.normalizeMode;
        streamBuffer = given.streamBuffer;
        byteBudget = given.byteBudget;
        idleTimeout = given.idleTimeout;
        refusesMismatch = given.refusesMismatch;
        leadsToOthers = given.leadsToOthers;
        observers = given.observers.toArray(new CallObserver[0]);
    }

    /** A registry with the defaults. */
    public static OperationRegistry create() {
        return builder().build();
    }

    public static OperationRegistryBuilder builder() {
        return new OperationRegistryBuilder();
    }

    /** A builder of a registry of other operations with the clock and observers of this one. */
    public OperationRegistryBuilder observedAlike() {
        OperationRegistryBuilder alike = builder().time(time);
        List.of(observers).forEach(alike::observer);
        return alike;
    }

    /** As {@link #register(OperationBinding)}, for a query or mutation. */
    public void register(OperationSpec spec, OperationHandler handler) {
        register(OperationBinding.of(spec, handler));
    }

    /** As {@link #register(OperationBinding)}, for a subscription. */
    public void register(OperationSpec spec, StreamHandler handler) {
        register(OperationBinding.of(spec, handler));
    }

    /**
     * Adds an operation.
     *
     * @throws IllegalArgumentException if its id is taken
     */
    public void register(OperationBinding binding) {
        catalog.add(RegisteredOperation.of(this, binding));
    }

    /**
     * Adds operations, all or none of them.
     *
     * @throws IllegalArgumentException if an id is taken or there twice
     */
    public void registerAll(Collection<OperationBinding> bindings) {
        catalog.addAll(
                bindings.stream().map(binding -> RegisteredOperation.of(this, binding)).toList());
    }

    /**
     * Adds a provisional operation: it does not replace one that is registered, and any other
     * registration of its id replaces it. For operations of others.
     *
     * @return whether it was added
     */
    public boolean registerProvisionally(OperationBinding binding) {
        RegisteredOperation added = RegisteredOperation.provisional(this, binding);
        return catalog.change(added.id(), before -> before == null ? added : before) == null;
    }

    /**
     * Replaces a provisional operation by another one.
     *
     * @param before the handler of the one that goes
     * @return whether it was replaced; not if somebody else has the id by now
     */
    public boolean replaceProvisional(Handler before, OperationBinding binding) {
        RegisteredOperation after = RegisteredOperation.provisional(this, binding);
        return catalog.replace(after.id(), before, after);
    }

    /** Whether an operation is provisional. */
    public boolean isProvisional(String id) {
        RegisteredOperation operation = catalog.byId.get(id);
        return operation != null && operation.provisional;
    }

    public void register(Operation<?, ?> operation) {
        register(operation.binding());
    }

    public void register(StreamOperation<?, ?> operation) {
        register(operation.binding());
    }

    /**
     * Adds an operation that cannot be called until {@link #registerHandler} gave it a handler.
     *
     * @throws IllegalArgumentException if its id is taken
     */
    public void registerSpec(OperationSpec spec) {
        catalog.add(RegisteredOperation.of(this, spec));
    }

    /**
     * Gives a handler to an operation that was registered without one.
     *
     * @throws IllegalArgumentException if there is no such operation, it has a handler already, or
     *     it needs one of the other kind
     */
    public void registerHandler(String id, OperationHandler handler) {
        catalog.complete(
                id, spec -> RegisteredOperation.of(this, OperationBinding.of(spec, handler)));
    }

    /** As {@link #registerHandler(String, OperationHandler)}, for a subscription. */
    public void registerHandler(String id, StreamHandler handler) {
        catalog.complete(
                id, spec -> RegisteredOperation.of(this, OperationBinding.of(spec, handler)));
    }

    /**
     * Puts an operation in the place of the one with its id, or adds it if there is none. Calls
     * that run already go on as they began; its drift is counted anew.
     */
    public void replace(OperationBinding binding) {
        RegisteredOperation after = RegisteredOperation.of(this, binding);
        catalog.change(after.id(), before -> after);
    }

    /** Takes an operation out; false if there is none. Calls that run already go on. */
    public boolean remove(String id) {
        return catalog.change(id, before -> null) != null;
    }

    /** Takes an operation out if it still has this handler; whether it had. */
    public boolean remove(String id, Handler handler) {
        return catalog.replace(id, handler, null);
    }

    /** The handler of an operation, if there is one of this id and it has one. */
    public Optional<Handler> handler(String id) {
        return Optional.ofNullable(catalog.byId.get(id)).map(operation -> operation.handler);
    }

    /** What an operation was registered with, if there is one of this id and it has a handler. */
    public Optional<OperationBinding> binding(String id) {
        return Optional.ofNullable(catalog.byId.get(id)).map(operation -> operation.binding);
    }

    /** The spec of an operation, if there is one of this id. */
    public Optional<OperationSpec> find(String id) {
        return Optional.ofNullable(catalog.byId.get(id)).map(RegisteredOperation::spec);
    }

    /** As {@link #find}. Throws {@link ErrorCode#OPERATION_NOT_FOUND} if there is none. */
    public OperationSpec spec(String id) {
        return RegisteredOperation.found(catalog.byId.get(id), id).spec();
    }

    /** Whether there is such an operation with a handler. */
    public boolean isCallable(String id) {
        RegisteredOperation operation = catalog.byId.get(id);
        return operation != null && operation.handler != null;
    }

    /** The operations that a query asks for, in the order of their ids. */
    public OperationQuery.Page list(OperationQuery query) {
        return catalog.list(query);
    }

    public int size() {
        return catalog.byId.size();
    }

    /**
     * Notifies a listener of every change from now on, in the order of the changes, one at a time.
     * It is called on a thread that makes a change and should be quick; what it throws is logged.
     * To miss nothing, add the listener first and list afterwards.
     */
    public Registration onChange(Consumer<? super RegistryChange> listener) {
        return catalog.changes.add(listener);
    }

    /**
     * Runs an action and notifies listeners of its changes on this thread afterwards. For actions
     * that hold a lock, since listeners may block.
     *
     * @param delivery runs the listeners; {@code Runnable::run} for this thread
     */
    public void deferringChanges(Runnable action, Executor delivery) {
        catalog.changes.deferring(action, delivery);
    }

    /** How far an operation's results are from its output schema. Throws as {@link #spec}. */
    public Drift drift(String id) {
        return RegisteredOperation.found(catalog.byId.get(id), id).drift();
    }

    /** The drift of all operations whose results did not always fit their output schemas. */
    public Map<String, Drift> drifts() {
        return catalog.drifts();
    }

    /** An operation as it is now, for {@link CallBuilder#to(RegisteredOperation, JsonNode)}. */
    public Optional<RegisteredOperation> resolve(String id) {
        return Optional.ofNullable(catalog.byId.get(id));
    }

    /** The operation of a call, which must not be part of an ended one; null if there is none. */
    @Nullable RegisteredOperation lookUp(Call call) {
        call.throwIfParentIsOver();
        RegisteredOperation known = call.target;
        return known != null && known.registry == this
                ? known
                : catalog.byId.get(call.operationId());
    }

    /**
     * Calls a query or mutation on this thread. If the deadline of the call passes, or its
     * cancellation happens, this thread is interrupted, but only while the call runs.
     *
     * @throws CallException if it fails
     */
    public ResponseEnvelope<JsonNode> execute(Call call) {
        RegisteredOperation operation = lookUp(call);
        try {
            return observers.length == 0
                    ? RegisteredOperation.found(operation, call.operationId()).execute(call, null)
                    : ObservedCall.begin(observers, call, operation, false).execute();
        } catch (CallException failure) {
            throw outOf(call, failure);
        }
    }

    /** A failure as whoever made the call gets it. */
    private CallException outOf(Call call, CallException failure) {
        return call.isNested() ? failure.outOfNestedCall(this, call.operationId()) : failure;
    }

    /**
     * Calls a query or mutation as trusted code, on this thread, for as long as it takes.
     *
     * @param input a JSON tree, or any value that can be written as JSON
     * @throws CallException if it fails
     */
    public ResponseEnvelope<JsonNode> execute(String id, Object input) {
        return execute(Call.of(id, input));
    }

    /** As {@link #execute(String, Object)}, with caller, deadline and other options. */
    public ResponseEnvelope<JsonNode> execute(String id, Object input, CallBuilder call) {
        return execute(call.to(id, input));
    }

    /** As {@link #execute(String, Object)}, for a caller. */
    public ResponseEnvelope<JsonNode> execute(String id, Object input, Caller caller) {
        return execute(Call.builder().caller(caller).to(id, input));
    }

    /** As {@link #execute(String, Object)}, with the data as a Java type; an error fails. */
    public <O extends @Nullable Object> ResponseEnvelope<O> execute(
            String id, Object input, Class<O> output) {
        return TypedForm.read(id, execute(id, input), JsonForm.output(output));
    }

    /** Calls a typed operation as trusted code. */
    public <I extends @Nullable Object, O extends @Nullable Object> ResponseEnvelope<O> execute(
            OperationHandle<I, O> operation, @Nullable I input) {
        return execute(operation, input, Call.builder());
    }

    /**
     * Calls a typed operation, with caller, deadline and other options.
     *
     * @throws CallException if it fails, or returns {@link ResponseEnvelope#isError() an error}
     */
    public <I extends @Nullable Object, O extends @Nullable Object> ResponseEnvelope<O> execute(
            OperationHandle<I, O> operation, @Nullable I input, CallBuilder call) {
        return operation.read(execute(call.toTyped(operation, operation.write(input))));
    }

    /** Opens a subscription. Throws faults of the call; later ones reach the reader. */
    public Subscription<JsonNode> subscribe(Call call) {
        int window = call.window().orElse(Integer.MAX_VALUE);
        StreamBuffer buffer = new StreamBuffer(Math.min(streamBuffer, window), byteBudget.bulk());
        try {
            return OpenSubscription.start(StreamRun.begin(this, call), buffer);
        } catch (CallException failure) {
            throw outOf(call, failure);
        }
    }

    /**
     * Runs a subscription on this thread, or one for handlers that {@linkplain
     * OperationBinding#computing compute}, and gives each item to the sink, until the stream ends.
     *
     * @throws CallException if it cannot be opened, fails, is ended from outside, or by the sink
     */
    public void stream(Call call, StreamSink sink) {
        try {
            StreamRun.begin(this, call).runHere(sink);
        } catch (CallException failure) {
            throw outOf(call, failure);
        }
    }

    /** As {@link #subscribe(Call)}, as trusted code. */
    public Subscription<JsonNode> subscribe(String id, Object input) {
        return subscribe(Call.of(id, input));
    }

    /** As {@link #execute(String, Object, CallBuilder)}, for a subscription. */
    public Subscription<JsonNode> subscribe(String id, Object input, CallBuilder call) {
        return subscribe(call.to(id, input));
    }

    /** Opens a typed subscription as trusted code. */
    public <I extends @Nullable Object, O extends @Nullable Object> Subscription<O> subscribe(
            StreamHandle<I, O> operation, @Nullable I input) {
        return subscribe(operation, input, Call.builder());
    }

    /** As {@link #execute(OperationHandle, Object, CallBuilder)}, for a subscription. */
    public <I extends @Nullable Object, O extends @Nullable Object> Subscription<O> subscribe(
            StreamHandle<I, O> operation, @Nullable I input, CallBuilder call) {
        return operation.read(subscribe(call.toTyped(operation, operation.write(input))));
    }

    /** Makes calls in the course of a call that runs in another registry. */
    public OperationEnv buildEnv(OperationContext context) {
        return context.in(this).env();
    }

    /**
     * Makes calls as a handler of this call would: in the same name, within its deadline and
     * cancellation, with its id as their parent. The call itself is not made.
     */
    public OperationEnv buildEnv(Call call) {
        return OperationContext.of(call, this).env();
    }

    /** How many calls of {@code execute} are under way. */
    public long openCalls() {
        return openCalls.sum();
    }

    /** How many subscriptions have a handler that has not ended. */
    public long openSubscriptions() {
        return openStreams.get();
    }

    /** The clock by which it measures deadlines. */
    public TimeSource time() {
        return time;
    }

    /** Bounds the bytes in flight; whoever serves the registry takes its bytes from it. */
    public ByteBudget byteBudget() {
        return byteBudget;
    }
}
