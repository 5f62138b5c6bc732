package dev.alkdev.operations;

import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaInterruptedException;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * An operation of a registry, made ready to be called. Whoever looks at an operation before calling
 * it gives it to {@link CallBuilder#to(RegisteredOperation, JsonNode)}, so that it is looked for
 * once. Immutable; threads may share it.
 *
 * @see OperationRegistry#resolve
 */
public final class RegisteredOperation {
    private final @Nullable OperationBinding binding;
    private final OperationSpec spec;
    private final String id;
    private final @Nullable Handler handler;
    private final @Nullable Caller authority;
    private final @Nullable Schema input;
    private final @Nullable Duration timeout;
    private final boolean normalizesInput;
    private final boolean forEverybody;
    private final boolean provisional;
    private final ResultPipeline results;
    private final OperationRegistry registry;
    private final @Nullable MismatchLog badDetails;

    private RegisteredOperation(
            OperationRegistry registry,
            OperationSpec spec,
            @Nullable OperationBinding binding,
            boolean provisional) {
        this.registry = registry;
        this.binding = binding;
        this.provisional = provisional;
        this.spec = spec;
        this.id = spec.id();
        this.handler = binding == null ? null : binding.handler();
        this.authority = binding == null ? null : binding.authority();
        this.input = spec.inputSchema().isUnknown() ? null : spec.inputSchema();
        this.timeout = binding == null ? null : binding.timeout();
        this.normalizesInput = binding != null && binding.normalizesInput();
        this.forEverybody = spec.accessControl().isPublic();
        this.results =
                binding == null
                        ? new ResultPipeline(registry, spec)
                        : new ResultPipeline(registry, binding);
        this.badDetails =
                spec.errors().isEmpty()
                        ? null
                        : new MismatchLog(
                                id, "failed with details that its declared error does not allow");
    }

    static RegisteredOperation of(OperationRegistry registry, OperationBinding binding) {
        return new RegisteredOperation(registry, binding.spec(), binding, false);
    }

    static List<RegisteredOperation> all(
            OperationRegistry registry, Collection<OperationBinding> bindings) {
        List<RegisteredOperation> all = new ArrayList<>();
        for (OperationBinding binding : bindings) {
            all.add(of(registry, binding));
        }
        return all;
    }

    /** A provisional operation. */
    static RegisteredOperation provisional(OperationRegistry registry, OperationBinding binding) {
        return new RegisteredOperation(registry, binding.spec(), binding, true);
    }

    /** One that cannot be called yet. */
    static RegisteredOperation of(OperationRegistry registry, OperationSpec spec) {
        return new RegisteredOperation(registry, spec, null, false);
    }

    /** What was registered; null if there is no handler yet. */
    @Nullable OperationBinding binding() {
        return binding;
    }

    public OperationSpec spec() {
        return spec;
    }

    public String id() {
        return id;
    }

    boolean isProvisional() {
        return provisional;
    }

    boolean hasHandler() {
        return handler != null;
    }

    @Nullable Handler handler() {
        return handler;
    }

    @Nullable OperationOrigin origin() {
        return binding == null ? null : binding.origin();
    }

    @Nullable Caller authority() {
        return authority;
    }

    ResultPipeline results() {
        return results;
    }

    /** How far its results are from its output schema so far. */
    public Drift drift() {
        return results.drift();
    }

    OperationHandler operationHandler() {
        if (handler instanceof OperationHandler single) {
            return single;
        }
        throw handler == null
                ? withoutHandler()
                : new CallException(
                        ErrorCode.INVALID_OPERATION_TYPE,
                        id + " is a subscription: subscribe to it instead of executing it");
    }

    StreamHandler streamHandler() {
        if (handler instanceof StreamHandler stream) {
            return stream;
        }
        throw handler == null
                ? withoutHandler()
                : new CallException(
                        ErrorCode.INVALID_OPERATION_TYPE,
                        id
                                + " is a "
                                + spec.type().wireName()
                                + ": execute it instead of subscribing to it");
    }

    private CallException withoutHandler() {
        return new CallException(
                ErrorCode.OPERATION_NOT_FOUND, "no handler is registered for operation " + id);
    }

    /** Checks that the caller may call it. */
    void checkAccess(Caller caller) {
        if (!forEverybody && !(caller instanceof Caller.Trusted)) {
            denyUnlessAllowed(caller);
        }
    }

    private void denyUnlessAllowed(Caller caller) {
        spec.accessControl()
                .denial(caller)
                .ifPresent(
                        reason -> {
                            throw new CallException(
                                    ErrorCode.ACCESS_DENIED,
                                    "access to " + id + " denied: " + reason);
                        });
    }

    /** The input of a call, normalized if the operation or the caller asks for it. */
    JsonNode input(Call call) {
        JsonNode given = call.input();
        return input == null
                        || call.leavesInputCheck()
                        || !(normalizesInput || call.normalizesInput())
                ? given
                : InputNormalization.of(input, given);
    }

    /** When a call that starts now must have ended. */
    long deadline(Call call) {
        long asked = call.deadlineFrom(registry.time());
        return timeout == null ? asked : Math.min(asked, Deadlines.after(timeout, registry.time()));
    }

    boolean isOf(OperationRegistry other) {
        return registry == other;
    }

    /** Why an input is refused; null if it fits. An interrupt ends the check. */
    @Nullable CallException refusal(JsonNode value) {
        try {
            return input == null || input.accepts(value)
                    ? null
                    : ValidationFailure.of(
                            "input of " + id, ValidationFailure.errors(input, value));
        } catch (SchemaInterruptedException interrupted) {
            return failure(interrupted);
        }
    }

    /** The failure that the caller gets for an exception of the handler. */
    CallException failure(@Nullable Throwable thrown) {
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
