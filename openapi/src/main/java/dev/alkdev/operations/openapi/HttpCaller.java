package dev.alkdev.operations.openapi;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationContext;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.zip.ZipException;

import javax.net.ssl.SSLException;

/**
 * Makes the requests of one operation and says in the words of a call what went wrong with them.
 * Threads may share it.
 */
final class HttpCaller {
    private final String operationId;
    private final Supplier<RequestPlan> planning;
    private final HttpServiceConfig config;
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
            HttpServiceConfig config,
            DeclaredErrors errors) {
        this.operationId = operationId;
        this.planning = planning;
        this.config = config;
        this.errors = errors;
    }

    HttpServiceConfig config() {
        return config;
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
        Outgoing request = TraceHeaders.add(plan().request(input), context.metadata());
        CredentialSupplier credentials = config.credentials();
        Outgoing complete =
                credentials == null
                        ? request
                        : Credentials.apply(request, credentials, operationId);
        plan().check(complete.uri());
        return complete;
    }

    /** The time a call has: what the deadline leaves of the configured timeout. */
    TimeLimit limit(OperationContext context) {
        Duration own = config.timeout();
        Duration left = context.remaining().orElse(null);
        Duration limit = own == null || (left != null && left.compareTo(own) < 0) ? left : own;
        return TimeLimit.of(config.time(), limit);
    }

    Reply send(Outgoing request, TimeLimit limit) throws IOException, InterruptedException {
        try {
            return config.transport().send(request, limit);
        } catch (IllegalArgumentException e) {
            // The client's complaint about a header may quote it. What callers and operators give
            // was checked before: it is a name or method of the document.
            throw new CallException(
                    ErrorCode.EXECUTION_ERROR,
                    "the request cannot be written as HTTP: the document has a header name or"
                            + " method that does not exist");
        }
    }

    /** What a caller is told of a status that means a failure. */
    CallException failure(Reply reply) {
        return HttpResult.failure(reply, errors, config);
    }

    /** What a caller is told of a failure on the way. */
    static CallException failure(Outgoing request, IOException e, @Nullable TimeLimit limit)
            throws InterruptedException {
        if (Thread.currentThread().isInterrupted()) {
            throw interrupted(e);
        }
        String what = request.description();
        CallException failure;
        if (e instanceof BoundedBody.TooLargeException
                || e instanceof HttpTransport.TooManyRedirectsException
                || e instanceof ContentDecoding.UnknownEncodingException
                || e instanceof ZipException) {
            failure =
                    new CallException(
                            ErrorCode.EXECUTION_ERROR, what + " failed: " + e.getMessage());
        } else if (isContentWithoutContent(e)) {
            failure =
                    new CallException(
                            ErrorCode.EXECUTION_ERROR,
                            what + " answered 204 (no content) with a body, which breaks HTTP");
        } else if (isTimeout(e) || (limit != null && limit.isOver())) {
            failure = new CallException(ErrorCode.TIMEOUT, what + " took too long");
        } else {
            failure = new CallException(ErrorCode.UNAVAILABLE, unavailable(what, e));
        }
        failure.initCause(e);
        return failure;
    }

    /** The client has no type of its own for it, and no response to look at. */
    private static boolean isContentWithoutContent(IOException e) {
        return String.valueOf(e.getMessage()).contains("with 204 response");
    }

    private static boolean isTimeout(IOException e) {
        return e instanceof HttpTimeoutException && !(e instanceof HttpConnectTimeoutException);
    }

    /** The kind of trouble without the text of the exception, which may quote the request. */
    private static String unavailable(String what, IOException e) {
        if (e instanceof SSLException) {
            return what + " cannot be reached: no secure connection could be made";
        }
        return what
                + (e instanceof ConnectException || e instanceof HttpTimeoutException
                        ? " cannot be reached"
                        : " lost the connection");
    }

    private static InterruptedException interrupted(IOException e) {
        Thread.interrupted();
        InterruptedException interrupted = new InterruptedException("the call was interrupted");
        interrupted.initCause(e);
        return interrupted;
    }
}
