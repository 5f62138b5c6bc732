package dev.alkdev.operations.openapi;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.web.BodyValue;
import dev.alkdev.operations.web.SseEvent;

import tools.jackson.databind.JsonNode;

import java.util.Set;
import java.util.function.Consumer;

/**
 * The events of a subscription of another registry: items, and one event for the end of the stream.
 * For one thread.
 */
final class HubEvents {
    /** Failures that mean the same to the callers of this registry. */
    private static final Set<String> PASSED_ON =
            Set.of(
                    ErrorCode.TIMEOUT,
                    ErrorCode.ABORTED,
                    ErrorCode.UNAVAILABLE,
                    ErrorCode.OVERLOADED,
                    ErrorCode.EXECUTION_ERROR,
                    ErrorCode.UNKNOWN_ERROR);

    private final HttpCaller caller;
    private boolean resumable;

    HubEvents(HttpCaller caller) {
        this.caller = caller;
    }

    /**
     * Passes an item on.
     *
     * @return false after the event that completes the stream
     * @throws CallException if the stream failed
     */
    boolean take(
            SseEvent event, HttpMeta meta, Consumer<? super ResponseEnvelope<JsonNode>> items) {
        resumable |= !event.lastEventId().isEmpty();
        switch (event.event()) {
            case "item" ->
                    items.accept(
                            SseOperation.item(event, meta, BodyValue.ofEvent(event.data(), true)));
            case "item-error" ->
                    items.accept(HubDocument.toolError(BodyValue.ofEvent(event.data(), true)));
            case "error" -> throw failure(BodyValue.ofEvent(event.data(), true));
            case "complete" -> {
                return false;
            }
            // A newer registry may send more types.
            default -> {}
        }
        return true;
    }

    private CallException failure(JsonNode problem) {
        String code = problem.path("code").asString("");
        String detail = problem.path("detail").asString("the stream failed");
        if (PASSED_ON.contains(code) || (caller.service.keepIds && !code.isEmpty())) {
            return new CallException(
                    code,
                    detail,
                    problem.get("details"),
                    problem.path("retryable").asBoolean(false));
        }
        return caller.failure(problem.path("status").asInt(500), detail, problem);
    }

    /** Whether a new connection resumes the stream where the last one ended. */
    boolean isResumable() {
        return resumable;
    }

    /** The failure of a connection that ended before the stream was complete. */
    CallException incomplete() {
        return new CallException(
                ErrorCode.UNAVAILABLE,
                "the stream of " + caller.operationId + " broke off before its end");
    }
}
