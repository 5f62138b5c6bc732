package dev.alkdev.operations.openapi;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationHandler;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.web.BodyValue;
import dev.alkdev.operations.web.HttpFailure;
import dev.alkdev.operations.web.MediaType;
import dev.alkdev.operations.web.Outgoing;
import dev.alkdev.operations.web.Reply;
import dev.alkdev.operations.web.TimeLimit;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;

/** Calls an operation that has one result. Threads may share it. */
final class HttpOperation implements OperationHandler {
    final HttpCaller caller;
    private final boolean repeatable;
    private final MediaType declared;
    private final Set<Integer> statuses;

    /**
     * An operation.
     *
     * @param repeatable whether the call may be made again when it failed
     * @param declared the media type of the result, for servers that send none
     * @param statuses those below 400 that the document declares
     */
    HttpOperation(
            HttpCaller caller, boolean repeatable, MediaType declared, Set<Integer> statuses) {
        this.caller = caller;
        this.repeatable = repeatable;
        this.declared = declared;
        this.statuses = statuses;
    }

    @Override
    public ResponseEnvelope<JsonNode> handle(JsonNode input, OperationContext context)
            throws InterruptedException {
        int attempts = repeatable ? caller.service.retry.maxAttempts() : 1;
        try (TimeLimit limit = caller.limit(context)) {
            for (int attempt = 1; ; attempt++) {
                try {
                    return attempt(caller.request(input, context), limit);
                } catch (CallException failure) {
                    if (attempt >= attempts || !failure.retryable()) {
                        throw failure;
                    }
                    pause(attempt, failure, limit);
                }
            }
        }
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
        if (status >= 300 && status != 304 && !statuses.contains(status)) {
            throw notFollowed(reply);
        }
        byte[] bytes = status == 204 ? new byte[0] : reply.bytes(caller.service.maxResponseBytes);
        String given = reply.contentType();
        return ResponseEnvelope.http(
                BodyValue.of(given.isEmpty() ? declared : MediaType.parse(given), bytes),
                new HttpMeta(status, caller.service.shown(reply.headers())));
    }

    /** A redirect to elsewhere is no result unless the document declares it. */
    private CallException notFollowed(Reply reply) {
        CallException failure = caller.failure(reply);
        return new CallException(
                ErrorCode.EXECUTION_ERROR,
                failure.getMessage() + " (the redirect is not followed)",
                failure.details().orElse(null),
                false);
    }

    /** Waits for the next attempt; fails at once where there is no time for one. */
    private void pause(int attempt, CallException failure, TimeLimit limit)
            throws InterruptedException {
        long asked =
                failure.details().map(details -> details.path("retryAfterMs").asLong(0)).orElse(0L);
        Duration pause = caller.service.retry.delay(attempt, Duration.ofMillis(asked));
        if (!limit.allows(pause)) {
            throw failure;
        }
        caller.service.time.sleep(pause);
    }
}
