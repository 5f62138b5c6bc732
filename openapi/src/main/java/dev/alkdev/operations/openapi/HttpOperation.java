package dev.alkdev.operations.openapi;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationHandler;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.web.BodyValue;
import dev.alkdev.operations.web.BoundedBody;
import dev.alkdev.operations.web.HttpFailure;
import dev.alkdev.operations.web.MediaType;
import dev.alkdev.operations.web.Outgoing;
import dev.alkdev.operations.web.Reply;
import dev.alkdev.operations.web.TimeLimit;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;

/** Calls an operation that has one result. Threads may share it. */
final class HttpOperation implements OperationHandler {
    private static final String TOOL_ERROR = "x-operation-error";

    final HttpCaller caller;
    private final boolean repeatable;
    private final boolean ofHub;
    private final MediaType declared;
    private final Set<Integer> statuses;

    /**
     * An operation.
     *
     * @param repeatable whether the call may be made again when it failed
     * @param ofHub whether a registry's own gateway serves it, which marks errors of tools
     * @param declared the media type of the result, for servers that send none
     * @param statuses those below 400 that the document declares
     */
    HttpOperation(
            HttpCaller caller,
            boolean repeatable,
            boolean ofHub,
            MediaType declared,
            Set<Integer> statuses) {
        this.caller = caller;
        this.repeatable = repeatable;
        this.ofHub = ofHub;
        this.declared = declared;
        this.statuses = statuses;
    }

    @Override
    public ResponseEnvelope<JsonNode> handle(JsonNode input, OperationContext context)
            throws InterruptedException {
        try (TimeLimit limit = caller.limit(context)) {
            for (int attempt = 1; ; attempt++) {
                try {
                    return attempt(caller.request(input, context), limit);
                } catch (CallException failure) {
                    if (!mayRetry(attempt, failure)) {
                        throw failure;
                    }
                    pause(attempt, failure, limit);
                }
            }
        }
    }

    private boolean mayRetry(int attempt, CallException failure) {
        int status =
                failure.details().map(details -> details.path("statusCode").asInt(0)).orElse(0);
        return repeatable
                && failure.retryable()
                && caller.service.retry.retries(attempt, status, asked(failure));
    }

    private static Duration asked(CallException failure) {
        return Duration.ofMillis(
                failure.details()
                        .map(details -> details.path("retryAfterMs").asLong(-1))
                        .orElse(-1L));
    }

    private ResponseEnvelope<JsonNode> attempt(Outgoing request, TimeLimit limit)
            throws InterruptedException {
        try (Reply reply = caller.send(request, limit)) {
            limit.guard(reply.body());
            return result(reply);
        } catch (IOException e) {
            throw HttpFailure.of(request, e, limit);
        }
    }

    private ResponseEnvelope<JsonNode> result(Reply reply) throws IOException {
        int status = reply.status();
        if (status >= 400) {
            throw caller.failure(reply);
        }
        if (status >= 300 && !statuses.contains(status)) {
            throw notFollowed(reply);
        }
        JsonNode value = value(reply);
        if (ofHub && reply.headers().value(TOOL_ERROR).isPresent()) {
            return HubDocument.toolError(value);
        }
        return ResponseEnvelope.http(
                value, new HttpMeta(status, caller.service.shown(reply.headers())));
    }

    private JsonNode value(Reply reply) throws IOException {
        if (reply.status() == 204) {
            return NullNode.getInstance();
        }
        String type = reply.contentType();
        try (ResponseMemory memory = new ResponseMemory()) {
            byte[] bytes =
                    BoundedBody.read(
                            memory.counting(reply.body()), caller.service.maxResponseBytes);
            boolean absent = bytes.length == 0 && (type.isEmpty() || caller.plan().hasNoContent());
            if (absent || reply.status() == 205) {
                return NullNode.getInstance();
            }
            MediaType received = type.isEmpty() ? declared : MediaType.parse(type);
            if (received.isJson()) {
                memory.takeTree(bytes);
            }
            return BodyValue.of(received, bytes);
        }
    }

    /** A status below 400 is a result if it is a success or the document declares it. */
    private CallException notFollowed(Reply reply) {
        CallException failure = caller.failure(reply);
        String why = reply.status() == 304 ? "" : " (the redirect is not followed)";
        return new CallException(
                ErrorCode.EXECUTION_ERROR,
                failure.getMessage() + why,
                failure.details().orElse(null),
                false);
    }

    /** Waits for the next attempt; fails at once where there is no time for one. */
    private void pause(int attempt, CallException failure, TimeLimit limit)
            throws InterruptedException {
        Duration pause = caller.service.retry.delay(attempt, asked(failure));
        if (!limit.allows(pause)) {
            throw failure;
        }
        caller.service.time.sleep(pause);
    }
}
