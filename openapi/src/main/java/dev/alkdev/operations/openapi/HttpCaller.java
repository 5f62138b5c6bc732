package dev.alkdev.operations.openapi;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.web.BodyValue;
import dev.alkdev.operations.web.CredentialSupplier;
import dev.alkdev.operations.web.HttpFailure;
import dev.alkdev.operations.web.MediaType;
import dev.alkdev.operations.web.Outgoing;
import dev.alkdev.operations.web.Reply;
import dev.alkdev.operations.web.TimeLimit;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Makes the requests of one operation and maps their failures to call errors. Threads may share it.
 */
final class HttpCaller {
    final String operationId;
    final HttpServiceOptions service;
    private final Supplier<RequestPlan> planning;
    private final List<Answer> errors;
    private volatile @Nullable RequestPlan plan;

    /**
     * A caller.
     *
     * @param planning asked when the first call is made: most operations never are
     * @param errors those that the operation declares
     */
    HttpCaller(
            String operationId,
            Supplier<RequestPlan> planning,
            HttpServiceOptions service,
            List<Answer> errors) {
        this.operationId = operationId;
        this.planning = planning;
        this.service = service;
        this.errors = errors;
    }

    RequestPlan plan() {
        RequestPlan known = plan;
        if (known == null) {
            known = planning.get();
            plan = known;
        }
        return known;
    }

    /** The request for an input, in the trace of its call, with the credential of this moment. */
    Outgoing request(JsonNode input, OperationContext context) throws InterruptedException {
        Outgoing request = plan().request(input).traced(context.metadata());
        CredentialSupplier credentials = service.credentials;
        Outgoing complete =
                credentials == null ? request : request.authorized(credentials, operationId);
        plan().target.check(complete.uri());
        return complete;
    }

    /** The configured timeout of a call, unless its deadline is sooner, which interrupts it. */
    TimeLimit limit(OperationContext context) {
        Duration own = service.timeout;
        Duration left = context.remaining().orElse(null);
        return left != null && (own == null || left.compareTo(own) <= 0)
                ? TimeLimit.enforced(service.time, left)
                : TimeLimit.of(service.time, own);
    }

    Reply send(Outgoing request, TimeLimit limit) throws IOException, InterruptedException {
        try {
            return service.transport.send(request, limit);
        } catch (IllegalArgumentException e) {
            // The client's complaint about a header may quote it. What callers and operators give
            // was checked before: it is a name or method of the document.
            throw new CallException(
                    ErrorCode.EXECUTION_ERROR,
                    "the request cannot be written as HTTP: the document has a header name or"
                            + " method that does not exist");
        }
    }

    /** The failure for an error status. */
    CallException failure(Reply reply) {
        JsonNode body = errorBody(reply);
        if (service.keepIds && body.path("code").isString()) {
            return new CallException(
                    body.path("code").asString(),
                    body.path("detail").asString(reply.statusText()),
                    body.get("details"),
                    body.path("retryable").asBoolean(false));
        }
        ObjectNode details = JsonNodeFactory.instance.objectNode();
        details.put("statusCode", reply.status());
        details.set("body", body);
        reply.retryAfter().ifPresent(pause -> details.put("retryAfterMs", pause.toMillis()));
        details.set("headers", service.shown(reply.headers()).toJson());
        return new CallException(
                code(reply.status()),
                reply.statusText(),
                details,
                HttpFailure.isRetryable(reply.status()));
    }

    /** The failure for an error status that was sent as an event. */
    CallException failure(int status, String message, JsonNode body) {
        ObjectNode details = JsonNodeFactory.instance.objectNode();
        details.put("statusCode", status).putObject("headers");
        details.set("body", body);
        return new CallException(code(status), message, details, HttpFailure.isRetryable(status));
    }

    private JsonNode errorBody(Reply reply) {
        try {
            MediaType type = MediaType.parse(reply.contentType());
            return BodyValue.ofError(type, reply.body().readNBytes(service.maxErrorBytes));
        } catch (IOException e) {
            return NullNode.getInstance();
        }
    }

    /** The code of a status: its own, else that of its range, else the default's. */
    private String code(int status) {
        return Stream.of(Integer.toString(status), status / 100 + "XX", "DEFAULT")
                .flatMap(key -> errors.stream().filter(it -> it.status().equalsIgnoreCase(key)))
                .findFirst()
                .map(Answer::errorCode)
                .orElse(ErrorCode.EXECUTION_ERROR);
    }
}
