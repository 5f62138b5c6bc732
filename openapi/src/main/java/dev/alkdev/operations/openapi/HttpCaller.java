package dev.alkdev.operations.openapi;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.web.CredentialSupplier;
import dev.alkdev.operations.web.Outgoing;
import dev.alkdev.operations.web.Reply;
import dev.alkdev.operations.web.TimeLimit;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Makes the requests of one operation and maps their failures to call errors. Threads may share it.
 */
final class HttpCaller {
    private final String operationId;
    private final Supplier<RequestPlan> planning;
    private final HttpServiceOptions service;
    private final DeclaredErrors errors;
    private volatile @Nullable RequestPlan plan;

    /**
     * A caller.
     *
     * @param planning asked when the first call is made: most operations never are
     */
    HttpCaller(
            String operationId,
            Supplier<RequestPlan> planning,
            HttpServiceOptions service,
            DeclaredErrors errors) {
        this.operationId = operationId;
        this.planning = planning;
        this.service = service;
        this.errors = errors;
    }

    HttpServiceOptions service() {
        return service;
    }

    RequestPlan plan() {
        RequestPlan known = plan;
        if (known == null) {
            known = planning.get();
            plan = known;
        }
        return known;
    }

    String operationId() {
        return operationId;
    }

    /** The request for an input, in the trace of its call, with the credential of this moment. */
    Outgoing request(JsonNode input, OperationContext context) throws InterruptedException {
        Outgoing request = plan().request(input).traced(context.metadata());
        CredentialSupplier credentials = service.credentials;
        Outgoing complete =
                credentials == null ? request : request.authorized(credentials, operationId);
        plan().check(complete.uri());
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
        return HttpResult.failure(reply, errors, service);
    }
}
