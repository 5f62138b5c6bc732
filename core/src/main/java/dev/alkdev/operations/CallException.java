package dev.alkdev.operations;

import dev.alkdev.operations.base.JsonFields;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaError;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Optional;

/**
 * The one way a call fails. Code, message, details and whether to try again travel; the cause stays
 * in this process.
 *
 * <p>A handler throws it for a failure its operation declares: {@code throw new
 * CallException("INVOICE_LOCKED", "Invoice A-17 is locked").withDetails(lock)}.
 */
public final class CallException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final String text;
    private final transient @Nullable JsonNode details;
    private final boolean retryable;
    private transient @Nullable Origin origin;

    /** The nested call that it ended. */
    private record Origin(OperationRegistry registry, String operationId) {}

    /**
     * A failure.
     *
     * @param code one of {@link ErrorCode}, or one the operation declares
     * @param message for the caller; it travels, so nothing internal
     */
    public CallException(String code, String message) {
        this(code, message, null, ErrorCode.isRetryable(code));
    }

    public CallException(
            String code, String message, @Nullable JsonNode details, boolean retryable) {
        super(message);
        this.code = code;
        this.text = message;
        this.details = details;
        this.retryable = retryable;
    }

    /**
     * The failure of a value that does not fit its schema, with the message and details that a call
     * with a wrong input has.
     *
     * @param what the value, as in {@code "input of billing.find"}
     * @param errors what {@link Schema#errors} says of it, not empty
     */
    public static CallException invalid(String what, List<SchemaError> errors) {
        return ValidationFailure.of(what, errors);
    }

    /**
     * The failure of an input that a handler refuses although its schema does not.
     *
     * @param pointer the JSON pointer of what is wrong, as in {@code "/cursor"}
     * @param message what is wrong with it, as in {@code "is not one of ours"}
     */
    public static CallException invalidInput(String pointer, String message) {
        return ValidationFailure.at(ErrorCode.VALIDATION_ERROR, "the input", pointer, message);
    }

    /** One of {@link ErrorCode}, or one the operation declares. */
    public String code() {
        return code;
    }

    @Override
    public String getMessage() {
        return text;
    }

    /** What the code means in this case; for a declared error of the form of its schema. */
    public Optional<JsonNode> details() {
        return Optional.ofNullable(details);
    }

    /** Whether the same call may succeed if it is made again. */
    public boolean retryable() {
        return retryable;
    }

    /**
     * The same failure with details, which any Java value can be. Details that cannot be written as
     * JSON are logged and left out, so that the failure itself reaches the caller.
     */
    public CallException withDetails(Object details) {
        return copy(new CallException(code, text, tree(details), retryable));
    }

    private @Nullable JsonNode tree(Object details) {
        try {
            return ResponseEnvelope.tree(details);
        } catch (JacksonException e) {
            RegistryLog.log().warn("Left out the details of {}, which are not JSON", this, e);
            return null;
        }
    }

    public CallException withRetryable(boolean retryable) {
        return copy(new CallException(code, text, details, retryable));
    }

    private CallException copy(CallException copy) {
        copy.setStackTrace(getStackTrace());
        return getCause() == null ? copy : copy.causedBy(getCause());
    }

    CallException withoutDetails() {
        return copy(new CallException(code, text, null, retryable));
    }

    /**
     * The failure as the handler that made the call receives it, marked as that of a nested call.
     * It is a copy, since a handler may throw the same one many times.
     */
    CallException outOfNestedCall(OperationRegistry registry, String operationId) {
        if (origin != null) {
            return this;
        }
        CallException nested = copy(new CallException(code, text, details, retryable));
        nested.origin = new Origin(registry, operationId);
        return nested;
    }

    /** Whether it has ended a nested call of this registry. */
    boolean isFrom(OperationRegistry registry) {
        return origin != null && origin.registry() == registry;
    }

    /** The id of the operation whose nested call it ended; empty if it ended none. */
    String origin() {
        return origin == null ? "" : origin.operationId();
    }

    boolean isLike(Throwable other) {
        return other instanceof CallException call && call.code.equals(code);
    }

    /** Sets the cause, which is for this process only. */
    CallException causedBy(Throwable cause) {
        initCause(cause);
        return this;
    }

    /** The JSON form {@code {code, message, details?, retryable?}}; never the cause. */
    public JsonNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("code", code).put("message", text);
        if (details != null) {
            json.set("details", details);
        }
        if (retryable) {
            json.put("retryable", true);
        }
        return json;
    }

    /**
     * Reads the JSON form. Fields it does not know are ignored.
     *
     * @throws IllegalArgumentException saying what is missing or wrong, and where
     */
    public static CallException fromJson(JsonNode json) {
        JsonFields fields = JsonFields.of("call error", json);
        return new CallException(
                fields.text("code"),
                fields.text("message"),
                fields.any("details"),
                fields.bool("retryable", false));
    }

    @Override
    public String toString() {
        return "CallException: " + code + ": " + text;
    }
}
