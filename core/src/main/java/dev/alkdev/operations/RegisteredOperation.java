package dev.alkdev.operations;

import dev.alkdev.operations.schema.Change;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaError;
import dev.alkdev.operations.schema.SchemaInterruptedException;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.Objects;

/**
 * An operation of a registry, made ready to be called. Whoever looks at an operation before calling
 * it gives it to {@link CallBuilder#to(RegisteredOperation, JsonNode)}, so that it is looked for
 * once. Immutable; threads may share it.
 *
 * @see OperationRegistry#resolve
 */
public final class RegisteredOperation {
    final OperationRegistry registry;
    private final OperationSpec spec;
    private final String id;
    private final OperationType type;
    private final AccessControl access;

    /** What was registered; null if there is no handler yet. */
    final @Nullable OperationBinding binding;

    final boolean provisional;
    final @Nullable Handler handler;
    final @Nullable Caller authority;
    final OperationBinding.@Nullable Origin origin;
    final ResultPipeline results;
    private final @Nullable Duration timeout;
    private final @Nullable Schema input;
    private final boolean normalizesInput;
    final boolean computes;
    private final boolean forEverybody;
    private final @Nullable MismatchLog badDetails;

    private RegisteredOperation(
            OperationRegistry registry,
            OperationSpec spec,
            @Nullable OperationBinding binding,
            boolean provisional) {
        this.registry = registry;
        this.spec = spec;
        this.id = spec.id();
        this.type = spec.type();
        this.access = spec.accessControl();
        this.binding = binding;
        this.provisional = provisional;
        this.handler = binding == null ? null : binding.handler();
        this.authority = binding == null ? null : binding.authority();
        this.origin = binding == null ? null : binding.origin();
        this.timeout = binding == null ? null : binding.timeout();
        this.input = spec.inputSchema().isUnknown() ? null : spec.inputSchema();
        this.normalizesInput = binding != null && binding.normalizesInput();
        this.computes = binding != null && binding.computes();
        this.forEverybody = access.isPublic();
        this.results = new ResultPipeline(registry, spec, binding);
        this.badDetails =
                spec.errors().isEmpty()
                        ? null
                        : new MismatchLog(
                                id, "failed with details that its declared error does not allow");
    }

    static RegisteredOperation of(OperationRegistry registry, OperationBinding binding) {
        return new RegisteredOperation(registry, binding.spec(), binding, false);
    }

    /** One that any other registration of its id replaces. */
    static RegisteredOperation provisional(OperationRegistry registry, OperationBinding binding) {
        return new RegisteredOperation(registry, binding.spec(), binding, true);
    }

    /** One that cannot be called yet. */
    static RegisteredOperation of(OperationRegistry registry, OperationSpec spec) {
        return new RegisteredOperation(registry, spec, null, false);
    }

    /**
     * What was looked for.
     *
     * @throws CallException {@link ErrorCode#OPERATION_NOT_FOUND} if it is null
     */
    static RegisteredOperation found(@Nullable RegisteredOperation operation, String id) {
        if (operation == null) {
            throw new CallException(ErrorCode.OPERATION_NOT_FOUND, "there is no operation " + id);
        }
        return operation;
    }

    public OperationSpec spec() {
        return spec;
    }

    public String id() {
        return id;
    }

    public OperationType type() {
        return type;
    }

    /** Who may call it. */
    public AccessControl accessControl() {
        return access;
    }

    /** How far its results are from its output schema so far. */
    public Drift drift() {
        return results.drift();
    }

    /**
     * Calls a query or mutation, on this thread.
     *
     * @param observed who observes the call, if anybody does
     */
    ResponseEnvelope<JsonNode> execute(Call call, @Nullable ObservedCall observed) {
        OperationHandler single = handler(OperationHandler.class);
        checkAccess(call.caller());
        CallEnd end = CallEnd.of(call, timeout, registry.time());
        registry.openCalls.increment();
        if (computes && !ComputeThreads.isHere()) {
            OperationContext context = OperationContext.running(call, this, end, true);
            if (observed != null) {
                // It may wait for a thread as long as it runs.
                observed.endBy(Objects.requireNonNull(context.cancellation));
            }
            return ComputedCall.run(
                    context,
                    () -> runCancellable(single, call, context, observed),
                    registry.openCalls::decrement);
        }
        try {
            // Who observes a call can end it, and no other that has the same cancellation.
            OperationContext context = OperationContext.running(call, this, end, observed != null);
            return context.cancellation == null
                    ? run(single, call, context)
                    : runCancellable(single, call, context, observed);
        } finally {
            registry.openCalls.decrement();
        }
    }

    private ResponseEnvelope<JsonNode> run(
            OperationHandler single, Call call, OperationContext context) {
        try {
            return envelope(AwaitedResult.of(single.handle(checkedInput(call), context)), call);
        } catch (Throwable failure) {
            throw failure(failure);
        } finally {
            context.end();
        }
    }

    /** Checking the input and the result are part of the call: both can take long. */
    private ResponseEnvelope<JsonNode> runCancellable(
            OperationHandler single,
            Call call,
            OperationContext context,
            @Nullable ObservedCall observed) {
        ResponseEnvelope<JsonNode> envelope = null;
        Throwable thrown = null;
        try {
            if (observed != null) {
                observed.endBy(Objects.requireNonNull(context.cancellation));
            }
            context.enter();
            JsonNode checked = checkedInput(call);
            // The check may have outlasted the call: what nobody waits for is not begun.
            context.throwIfEnded();
            if (observed != null) {
                observed.running();
            }
            envelope = envelope(AwaitedResult.of(single.handle(checked, context)), call);
        } catch (Throwable failure) {
            thrown = failure;
        } finally {
            context.end();
        }
        CallException ended = context.failure();
        if (ended != null) {
            // A handler that ignored the interrupt is too late, whatever it returned.
            throw thrown == null || ended.isLike(thrown) ? ended : ended.causedBy(thrown);
        }
        context.endOthers();
        if (thrown != null) {
            throw failure(thrown);
        }
        return Objects.requireNonNull(envelope);
    }

    private ResponseEnvelope<JsonNode> envelope(@Nullable Object result, Call call) {
        return results.envelope(result, null, call, call.terms.writtenAtOnce);
    }

    /**
     * The handler.
     *
     * @throws CallException if there is none, or it is of the other kind
     */
    <H extends Handler> H handler(Class<H> kind) {
        if (kind.isInstance(handler)) {
            return kind.cast(handler);
        }
        if (handler == null) {
            throw new CallException(
                    ErrorCode.OPERATION_NOT_FOUND, "no handler is registered for operation " + id);
        }
        String instead =
                handler instanceof StreamHandler
                        ? ": subscribe to it instead of executing it"
                        : ": execute it instead of subscribing to it";
        throw new CallException(
                ErrorCode.INVALID_OPERATION_TYPE, id + " is a " + type.wireName() + instead);
    }

    /** Whether the caller may use it. */
    public boolean permits(Caller caller) {
        return denial(caller) == null;
    }

    /** Why the caller may not use it; null if they may. */
    private @Nullable String denial(Caller caller) {
        if (!registry.leadsToOthers && !caller.reaches(id)) {
            return "the caller may only use other operations";
        }
        return forEverybody || caller instanceof Caller.Trusted
                ? null
                : access.denial(caller).orElse(null);
    }

    /** Checks that the caller may call it. */
    void checkAccess(Caller caller) {
        String reason = denial(caller);
        if (reason != null) {
            throw new CallException(
                    ErrorCode.ACCESS_DENIED, "access to " + id + " denied: " + reason);
        }
    }

    /**
     * The input as the handler gets it: normalized if the operation or the caller asks for it.
     *
     * @throws CallException if it does not fit
     * @throws SchemaInterruptedException if the thread is interrupted
     */
    JsonNode checkedInput(Call call) {
        JsonNode given = call.input();
        if (input == null || call.terms.leavesInputCheck) {
            return given;
        }
        JsonNode value =
                normalizesInput || call.terms.normalizesInput ? normalized(input, given) : given;
        if (input.accepts(value)) {
            return value;
        }
        JsonNode present = call.omitsNulls ? withoutNulls(input, value) : value;
        if (present != value && input.accepts(present)) {
            return present;
        }
        throw ValidationFailure.of(
                "input of " + id,
                handler instanceof TypedForm.Fresh typed
                        ? typed.form().errors(input, present)
                        : ValidationFailure.errors(input, present));
    }

    /** The value without the members that are null and must not be. */
    private static JsonNode withoutNulls(Schema schema, JsonNode value) {
        JsonNode present = value;
        for (SchemaError error : ValidationFailure.errors(schema, value)) {
            JsonPointer place = JsonPointer.compile(error.pointer());
            if (error.value().isNull() && !place.matches() && value.at(place).isNull()) {
                present = present == value ? value.deepCopy() : present;
                if (present.at(place.head()) instanceof ObjectNode parent) {
                    parent.remove(place.last().getMatchingProperty());
                }
            }
        }
        return present;
    }

    /** A member that nobody knows is a typing error to be refused, not something to be lost. */
    private static JsonNode normalized(Schema schema, JsonNode input) {
        JsonNode normal = schema.normalize(input);
        if (normal != input) {
            schema.normalize(input, change -> restore(change, input, normal));
        }
        return normal;
    }

    /** Where something was stripped, the normal form is a copy. */
    private static void restore(Change change, JsonNode input, JsonNode normal) {
        if (change.kind() == Change.Kind.STRIPPED) {
            JsonPointer place = JsonPointer.compile(change.pointer());
            if (normal.at(place.head()) instanceof ObjectNode parent) {
                parent.set(place.last().getMatchingProperty(), input.at(place));
            }
        }
    }

    /** The failure that the caller gets for an exception of the handler. */
    CallException failure(Throwable thrown) {
        CallException failure = ErrorMapping.map(registry, spec, thrown);
        spec.error(failure.code()).ifPresent(declared -> checkDetails(declared, failure));
        return failure;
    }

    private void checkDetails(ErrorSpec declared, CallException failure) {
        JsonNode details = failure.details().orElse(null);
        Schema schema = declared.schema();
        if (badDetails != null
                && details != null
                && !schema.isUnknown()
                && !schema.accepts(details)) {
            badDetails.report(schema, details);
        }
    }
}
