package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

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
     * What a caller is told of a handler's failure. A {@code CallException} with a standard code or
     * one the operation declares stays as it is; an interrupt is {@link ErrorCode#ABORTED};
     * everything else is logged and becomes {@link ErrorCode#EXECUTION_ERROR} with a message that
     * gives nothing away. The failure is the cause of the result.
     *
     * @throws VirtualMachineError if the failure is one, other than a stack overflow
     */
    public static CallException mapError(OperationSpec spec, Throwable failure) {
        return ErrorMapping.map(spec, failure);
    }

    /** One of {@link ErrorCode}, or one the operation declares. */
    public String code() {
        return code;
    }

    @Override
    public String getMessage() {
        return text;
    }

    /** What the code means in this case; for a declared error as its schema says. */
    public Optional<JsonNode> details() {
        return Optional.ofNullable(details);
    }

    /** Whether the same call may succeed if it is made again. */
    public boolean retryable() {
        return retryable;
    }

    /** The same failure with details, which any Java value can be. */
    public CallException withDetails(Object details) {
        return copy(new CallException(code, text, ResponseEnvelope.tree(details), retryable));
    }

    public CallException withRetryable(boolean retryable) {
        return copy(new CallException(code, text, details, retryable));
    }

    private CallException copy(CallException copy) {
        copy.setStackTrace(getStackTrace());
        return getCause() == null ? copy : copy.causedBy(getCause());
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
