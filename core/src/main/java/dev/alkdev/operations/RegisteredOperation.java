package dev.alkdev.operations;

import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaError;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/** An operation made ready to be called: everything that can be decided once is. */
final class RegisteredOperation {
    static final int LISTED_ERRORS = 1000;

    private final @Nullable OperationBinding binding;
    private final OperationSpec spec;
    private final String id;
    private final @Nullable Handler handler;
    private final @Nullable Caller authority;
    private final @Nullable Schema input;
    private final boolean forEverybody;
    private final boolean provisional;
    private final ResultPipeline results;

    private RegisteredOperation(
            OperationSpec spec,
            @Nullable OperationBinding binding,
            boolean provisional,
            ResultPipeline results) {
        this.binding = binding;
        this.provisional = provisional;
        this.spec = spec;
        this.id = spec.id();
        this.handler = binding == null ? null : binding.handler();
        this.authority = binding == null ? null : binding.authority();
        this.input = spec.inputSchema().isUnknown() ? null : spec.inputSchema();
        this.forEverybody = spec.accessControl().asksForNothing();
        this.results = results;
    }

    static RegisteredOperation of(OperationRegistry registry, OperationBinding binding) {
        return new RegisteredOperation(
                binding.spec(), binding, false, new ResultPipeline(registry, binding));
    }

    /** One that gives way to another of its id. */
    static RegisteredOperation provisional(OperationRegistry registry, OperationBinding binding) {
        return new RegisteredOperation(
                binding.spec(), binding, true, new ResultPipeline(registry, binding));
    }

    /** One that cannot be called yet. */
    static RegisteredOperation of(OperationRegistry registry, OperationSpec spec) {
        return new RegisteredOperation(spec, null, false, new ResultPipeline(registry, spec));
    }

    /** What was registered; null if there is no handler yet. */
    @Nullable OperationBinding binding() {
        return binding;
    }

    OperationSpec spec() {
        return spec;
    }

    String id() {
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

    @Nullable Caller authority() {
        return authority;
    }

    ResultPipeline results() {
        return results;
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

    /** Lets a call in: the caller may, and the input fits. */
    void admit(JsonNode value, Caller caller) {
        if (!forEverybody && !(caller instanceof Caller.Trusted)) {
            checkAccess(caller);
        }
        if (input != null && !input.accepts(value)) {
            throw invalid(input.errors(value, LISTED_ERRORS + 1));
        }
    }

    private void checkAccess(Caller caller) {
        spec.accessControl()
                .denial(caller)
                .ifPresent(
                        reason -> {
                            throw new CallException(
                                    ErrorCode.ACCESS_DENIED,
                                    "access to " + id + " denied: " + reason);
                        });
    }

    private CallException invalid(List<SchemaError> errors) {
        String count = errors.size() > LISTED_ERRORS ? "many" : "" + (errors.size() - 1);
        String more = errors.size() <= 1 ? "" : " (and " + count + " more)";
        return new CallException(
                        ErrorCode.VALIDATION_ERROR,
                        "input of " + id + " is not valid: " + errors.getFirst() + more)
                .withDetails(details(errors));
    }

    /**
     * {@code {errors: [{pointer, keyword, schemaPointer, message}], more?: true}}. An input of a
     * million wrong items is not answered with something many times its size.
     */
    static JsonNode details(List<SchemaError> errors) {
        ObjectNode details = JsonNodeFactory.instance.objectNode();
        ArrayNode array = details.putArray("errors");
        for (SchemaError error : errors.subList(0, Math.min(errors.size(), LISTED_ERRORS))) {
            array.addObject()
                    .put("pointer", error.pointer())
                    .put("keyword", error.keyword())
                    .put("schemaPointer", error.schemaPointer())
                    .put("message", error.message());
        }
        if (errors.size() > LISTED_ERRORS) {
            details.put("more", true);
        }
        return details;
    }
}
