package dev.alkdev.operations.openapi;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationHandler;
import dev.alkdev.operations.ResponseEnvelope;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;

/** Calls an operation that has one result. Threads may share it. */
final class HttpOperation implements OperationHandler {
    private final HttpCaller caller;
    private final Expectation expectation;

    /**
     * What a call may answer.
     *
     * @param repeatable whether the call may be made again when it failed
     * @param declared the media type of the result, for servers that do not say
     * @param statuses those below 400 that the document declares
     */
    record Expectation(boolean repeatable, MediaType declared, Set<Integer> statuses) {}

    HttpOperation(HttpCaller caller, Expectation expectation) {
        this.caller = caller;
        this.expectation = expectation;
    }

    InputShape shape() {
        return caller.plan().shape();
    }

    @Override
    public ResponseEnvelope<JsonNode> handle(JsonNode input, OperationContext context)
            throws InterruptedException {
        int attempts = expectation.repeatable ? caller.config().retry().maxAttempts() : 1;
        for (int attempt = 1; ; attempt++) {
            try {
                return attempt(input, context);
            } catch (CallException failure) {
                if (attempt >= attempts || !failure.retryable()) {
                    throw failure;
                }
                pause(attempt, failure, context);
            }
        }
    }

    private ResponseEnvelope<JsonNode> attempt(JsonNode input, OperationContext context)
            throws InterruptedException {
        Outgoing request = caller.request(input, context);
        try (TimeLimit limit = caller.limit(context)) {
            try (Reply reply = caller.send(request, limit)) {
                limit.guard(reply.body());
                return result(reply);
            } catch (IOException e) {
                throw HttpCaller.failure(request, e, limit);
            }
        }
    }

    private ResponseEnvelope<JsonNode> result(Reply reply) throws IOException {
        int status = reply.status();
        if (status >= 400) {
            throw HttpResult.failure(reply);
        }
        if (status >= 300 && status != 304 && !expectation.statuses.contains(status)) {
            throw notFollowed(reply);
        }
        return HttpResult.envelope(reply, expectation.declared, caller.config().maxResponseBytes());
    }

    /** A redirect that leads elsewhere is no result unless the document says so. */
    private static CallException notFollowed(Reply reply) {
        CallException failure = HttpResult.failure(reply);
        return new CallException(
                ErrorCode.EXECUTION_ERROR,
                failure.getMessage() + " (the redirect is not followed)",
                failure.details().orElse(null),
                false);
    }

    private void pause(int attempt, CallException failure, OperationContext context)
            throws InterruptedException {
        long asked =
                failure.details().map(details -> details.path("retryAfterMs").asLong(0)).orElse(0L);
        Duration pause = caller.config().retry().delay(attempt, Duration.ofMillis(asked));
        if (context.remaining().filter(left -> left.compareTo(pause) <= 0).isPresent()) {
            throw failure;
        }
        Pause.of(pause, caller.config().time());
    }
}
