package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Everything a program can call, under one set of rules. Operations may come and go while it is
 * used. Threads may share it; reading it never blocks.
 *
 * <p>Every way in goes through the same steps: find the operation, check the caller's access, check
 * the input, run the handler, normalize and check the result, wrap it in an envelope.
 */
public final class OperationRegistry {
    private final TimeSource time;
    private final NormalizeMode normalizeMode;
    private final int streamBuffer;
    private final ByteBudget byteBudget;
    private final @Nullable Duration idleTimeout;
    private final boolean refusesMismatch;
    private final @Nullable CallObserver observer;
    private final Catalog catalog = new Catalog();
    private final Invoker invoker = new Invoker(this);
    private final StreamOpener streams = new StreamOpener(this);

    OperationRegistry(OperationRegistryBuilder given) {
        time = given.time;
        normalizeMode = given.normalizeMode;
        streamBuffer = given.streamBuffer;
        byteBudget = given.byteBudget;
        idleTimeout = given.idleTimeout;
        refusesMismatch = given.refusesMismatch;
        observer = given.observer;
    }

    /** A registry with the defaults. */
    public static OperationRegistry create() {
        return builder().build();
    }

    public static OperationRegistryBuilder builder() {
        return new OperationRegistryBuilder();
    }

    /** A builder of a registry of other operations with the clock and the observer of this one. */
    public OperationRegistryBuilder observedAlike() {
        OperationRegistryBuilder alike = builder().time(time);
        return observer == null ? alike : alike.observer(observer);
    }

    /**
     * Adds an operation.
     *
     * @throws IllegalArgumentException if its id is taken, or it is a subscription
     */
    public void register(OperationSpec spec, OperationHandler handler) {
        register(OperationBinding.of(spec, handler));
    }

    /**
     * Adds a subscription.
     *
     * @throws IllegalArgumentException if its id is taken, or it is no subscription
     */
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
     * Adds an operation that gives way: it leaves an id that is taken alone, and whoever registers
     * the id in another way later takes its place. For operations of others.
     *
     * @return whether it was added
     */
    public boolean registerProvisionally(OperationBinding binding) {
        return catalog.addIfAbsent(RegisteredOperation.provisional(this, binding));
    }

    /**
     * Puts an operation that gives way in the place of another such one of its id.
     *
     * @param before the handler of the one that goes
     * @return whether it was replaced; not if somebody else has the id by now
     */
    public boolean replaceProvisional(Handler before, OperationBinding binding) {
        return catalog.replace(before, RegisteredOperation.provisional(this, binding));
    }

    /** Whether an operation gives way to another of its id. */
    public boolean isProvisional(String id) {
        RegisteredOperation operation = catalog.find(id);
        return operation != null && operation.isProvisional();
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
        catalog.put(RegisteredOperation.of(this, binding));
    }

    public void replace(OperationSpec spec, OperationHandler handler) {
        replace(OperationBinding.of(spec, handler));
    }

    public void replace(OperationSpec spec, StreamHandler handler) {
        replace(OperationBinding.of(spec, handler));
    }

    /** Takes an operation out; false if there is none. Calls that run already go on. */
    public boolean remove(String id) {
        return catalog.remove(id);
    }

    /** Takes an operation out if it still has this handler; whether it had. */
    public boolean remove(String id, Handler handler) {
        return catalog.remove(id, handler);
    }

    /** The handler of an operation, if there is one of this id and it has one. */
    public Optional<Handler> handler(String id) {
        return Optional.ofNullable(catalog.find(id)).map(RegisteredOperation::handler);
    }

    /** What an operation was registered with, if there is one of this id and it has a handler. */
    public Optional<OperationBinding> binding(String id) {
        return Optional.ofNullable(catalog.find(id)).map(RegisteredOperation::binding);
    }

    /** The spec of an operation, if there is one of this id. */
    public Optional<OperationSpec> find(String id) {
        return Optional.ofNullable(catalog.find(id)).map(RegisteredOperation::spec);
    }

    /**
     * The spec of an operation.
     *
     * @throws CallException {@link ErrorCode#OPERATION_NOT_FOUND}
     */
    public OperationSpec spec(String id) {
        return catalog.require(id).spec();
    }

    /** Whether there is such an operation with a handler. */
    public boolean isCallable(String id) {
        RegisteredOperation operation = catalog.find(id);
        return operation != null && operation.hasHandler();
    }

    /** The operations that a query asks for, in the order of their ids. */
    public OperationPage list(OperationQuery query) {
        return catalog.list(query);
    }

    public int size() {
        return catalog.size();
    }

    /**
     * Tells a listener of every change from now on, in the order of the changes, one at a time. It
     * is called on a thread that makes a change and should be quick; what it throws is logged. To
     * miss nothing, add the listener first and list afterwards.
     */
    public Registration onChange(Consumer<? super RegistryChange> listener) {
        return catalog.changes().add(listener);
    }

    /**
     * How far an operation's results are from its output schema.
     *
     * @throws CallException {@link ErrorCode#OPERATION_NOT_FOUND}
     */
    public Drift drift(String id) {
        return catalog.require(id).results().drift();
    }

    /** The operations whose results were not always as their output schemas say, and how far. */
    public Map<String, Drift> drifts() {
        return catalog.drifts();
    }

    /**
     * Calls a query or mutation as trusted code, on this thread, for as long as it takes.
     *
     * @throws CallException if it fails
     */
    public ResponseEnvelope<JsonNode> execute(String id, JsonNode input) {
        return execute(id, input, CallTerms.TRUSTED);
    }

    public ResponseEnvelope<JsonNode> execute(String id, JsonNode input, Caller caller) {
        return execute(id, input, OperationContext.of(caller));
    }

    /**
     * Calls a query or mutation on this thread. If the context's deadline passes, or its
     * cancellation happens, this thread is interrupted, but only while the call runs. With the
     * context that a handler of this registry was given, it is a nested call: see {@link
     * OperationContext#env()}.
     *
     * @throws CallException if it fails
     */
    public ResponseEnvelope<JsonNode> execute(String id, JsonNode input, OperationContext context) {
        return context.runsIn(this)
                ? context.env().call(id, input)
                : execute(id, input, context.terms());
    }

    ResponseEnvelope<JsonNode> execute(String id, JsonNode input, CallTerms terms) {
        CallTerms started = terms.startingNow(time);
        try {
            return observer == null
                    ? invoker.execute(registered(id), checked(input), started, null)
                    : invoker.executeObserved(observed(observer, id, input, started, false));
        } catch (CallException failure) {
            throw terms.parent() == null ? failure : failure.outOfNestedCall(this, id);
        }
    }

    RegisteredOperation registered(String id) {
        return catalog.require(id);
    }

    private ObservedCall observed(
            CallObserver observer, String id, JsonNode input, CallTerms terms, boolean stream) {
        OperationSpec spec = find(id).orElse(null);
        return ObservedCall.begin(
                observer, new IncomingCall(id, spec, checked(input), terms, stream));
    }

    private static JsonNode checked(@Nullable JsonNode input) {
        return Objects.requireNonNull(input, "the input is null; no input is Json.parse(\"{}\")");
    }

    /** Calls a typed operation as trusted code. */
    public <I extends @Nullable Object, O extends @Nullable Object> ResponseEnvelope<O> execute(
            Operation<I, O> operation, @Nullable I input) {
        return execute(operation, input, CallTerms.TRUSTED);
    }

    /**
     * Calls a typed operation.
     *
     * @throws CallException if it fails; also if it answers with an {@linkplain
     *     ResponseEnvelope#isError() error}, which is no output
     */
    public <I extends @Nullable Object, O extends @Nullable Object> ResponseEnvelope<O> execute(
            Operation<I, O> operation, @Nullable I input, OperationContext context) {
        return context.runsIn(this)
                ? context.env().call(operation, input)
                : execute(operation, input, context.terms());
    }

    <I extends @Nullable Object, O extends @Nullable Object> ResponseEnvelope<O> execute(
            Operation<I, O> operation, @Nullable I input, CallTerms terms) {
        TypedForm<I, O> form = operation.form();
        return form.output(execute(form.id(), form.inputTree(input), terms));
    }

    /**
     * Opens a subscription as trusted code. What is wrong with the call is thrown here; what goes
     * wrong later reaches the reader.
     *
     * @throws CallException if it cannot be opened
     */
    public Subscription<JsonNode> subscribe(String id, JsonNode input) {
        return subscribe(id, input, CallTerms.TRUSTED, null);
    }

    /** As {@link #execute(String, JsonNode, OperationContext)}, for a subscription. */
    public Subscription<JsonNode> subscribe(String id, JsonNode input, OperationContext context) {
        return context.runsIn(this)
                ? context.env().subscribe(id, input)
                : subscribe(id, input, context.terms(), null);
    }

    Subscription<JsonNode> subscribe(
            String id, JsonNode input, CallTerms terms, @Nullable CallResources owner) {
        CallTerms started = terms.startingNow(time);
        try {
            return observer == null
                    ? streams.open(registered(id), checked(input), started, owner)
                    : streams.openObserved(observed(observer, id, input, started, true), owner);
        } catch (CallException failure) {
            throw terms.parent() == null ? failure : failure.outOfNestedCall(this, id);
        }
    }

    /** Opens a typed subscription as trusted code. */
    public <I extends @Nullable Object, O extends @Nullable Object> Subscription<O> subscribe(
            StreamOperation<I, O> operation, @Nullable I input) {
        return subscribe(operation, input, OperationContext.trusted());
    }

    public <I extends @Nullable Object, O extends @Nullable Object> Subscription<O> subscribe(
            StreamOperation<I, O> operation, @Nullable I input, OperationContext context) {
        TypedForm<I, O> form = operation.form();
        JsonNode tree = form.inputTree(input);
        return new TypedSubscription<>(subscribe(form.id(), tree, context), form);
    }

    /** Makes calls in the name, and within the deadline and cancellation, of a context. */
    public OperationEnv buildEnv(OperationContext context) {
        return context.in(this).env();
    }

    /** How many calls of {@code execute} are under way. */
    public long openCalls() {
        return invoker.open();
    }

    /** How many subscriptions have a handler that has not ended. */
    public long openSubscriptions() {
        return streams.open();
    }

    /** The clock by which it measures deadlines. */
    public TimeSource time() {
        return time;
    }

    /** Bounds the bytes in flight; whoever serves the registry takes its bytes from it. */
    public ByteBudget byteBudget() {
        return byteBudget;
    }

    Catalog catalog() {
        return catalog;
    }

    NormalizeMode normalizeMode() {
        return normalizeMode;
    }

    int streamBuffer() {
        return streamBuffer;
    }

    @Nullable Duration idleTimeout() {
        return idleTimeout;
    }

    boolean refusesMismatch() {
        return refusesMismatch;
    }
}
