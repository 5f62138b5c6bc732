package dev.alkdev.operations.code;

import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.tools.ToolInput;
import dev.alkdev.operations.tools.ToolText;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One operation as a tool for a model, for one caller. Immutable; threads may share it. */
public final class AgentTool {
    private final String name;
    private final OperationSpec spec;
    private final CallTarget target;
    private final CallBuilder terms;
    private final AgentTools.Approval approval;
    private final ToolInput input;

    AgentTool(
            String name,
            OperationSpec spec,
            CallTarget target,
            CallBuilder terms,
            AgentTools.Approval approval) {
        this.name = name;
        this.spec = spec;
        this.target = target;
        this.terms = terms;
        this.approval = approval;
        this.input = ToolInput.of(spec.inputSchema());
    }

    /** At most 48 letters, digits, {@code _} and {@code -}. */
    public String name() {
        return name;
    }

    /** What the model reads about it; the title or id of an operation without a description. */
    public String description() {
        return spec.description().isEmpty() ? spec.title().orElse(spec.id()) : spec.description();
    }

    public OperationSpec spec() {
        return spec;
    }

    /**
     * The JSON Schema of the arguments: that of the input, or of an object whose member {@code
     * input} it is, if the input cannot be an object.
     */
    public ObjectNode inputSchema() {
        return input.schema(spec.inputSchema().json());
    }

    /**
     * Calls it on this thread. A failure is an answer, for the model to act on. If the thread is
     * interrupted, the call is aborted.
     *
     * @param arguments the JSON that the model wrote; nothing is no arguments
     * @throws CallException {@code ABORTED} if the thread is interrupted
     */
    public AgentAnswer call(String arguments) {
        try {
            JsonNode value = input.input(read(arguments));
            requireApproval(value);
            ResponseEnvelope<JsonNode> envelope = target.call(terms.to(spec.id(), value));
            return new AgentAnswer(ToolText.of(envelope), envelope.isError(), envelope);
        } catch (CallException failure) {
            if (failure.code().equals(ErrorCode.ABORTED)
                    && Thread.currentThread().isInterrupted()) {
                throw failure;
            }
            return new AgentAnswer(String.join("\n", ToolText.of(failure)), true, null);
        }
    }

    private void requireApproval(JsonNode value) {
        if (spec.type() == OperationType.MUTATION && !approval.approves(spec, value)) {
            throw new CallException(
                    ErrorCode.ACCESS_DENIED, "the call of " + spec.id() + " was not approved");
        }
    }

    private static JsonNode read(String arguments) {
        try {
            JsonNode read = arguments.isBlank() ? Json.parse("{}") : Json.parse(arguments);
            if (read.isObject()) {
                return read;
            }
        } catch (JacksonException | IllegalArgumentException e) {
            throw invalid("arguments should be JSON: " + e.getMessage());
        }
        throw invalid("arguments should be a JSON object");
    }

    private static CallException invalid(String message) {
        return new CallException(ErrorCode.VALIDATION_ERROR, message);
    }
}
