package dev.alkdev.operations.web;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.JsonNodeFactory;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.Set;
import java.util.zip.ZipException;

import javax.net.ssl.SSLException;

/** Maps failed HTTP exchanges to call errors. */
public final class HttpFailure {
    private static final Set<Integer> RETRYABLE = Set.of(429, 502, 503, 504);
    private static final int BAD_GATEWAY = 502;

    private HttpFailure() {}

    /** Whether a server that answers with this status may do better later. */
    public static boolean isRetryable(int status) {
        return RETRYABLE.contains(status);
    }

    /**
     * An answer that cannot be used, which is the fault of the server that gave it. The status in
     * the details is what REST answers with.
     */
    public static CallException unusable(String message) {
        return new CallException(
                ErrorCode.EXECUTION_ERROR,
                message,
                JsonNodeFactory.instance.objectNode().put("statusCode", BAD_GATEWAY),
                false);
    }

    /**
     * The failure of a request without an answer, or without all of it. It quotes neither the query
     * nor a header.
     *
     * @param limit the time the request had; null if it had no limit
     * @throws InterruptedException if this thread was interrupted, which is why it failed
     */
    public static CallException of(Outgoing request, IOException e, @Nullable TimeLimit limit)
            throws InterruptedException {
        if (Thread.currentThread().isInterrupted()) {
            throw interrupted(e);
        }
        CallException failure = failure(request.description(), e, limit);
        failure.initCause(e);
        return failure;
    }

    private static CallException failure(String what, IOException e, @Nullable TimeLimit limit) {
        if (e instanceof BoundedBody.TooLargeException
                || e instanceof HttpTransport.TooManyRedirectsException
                || e instanceof ContentDecoding.UnknownEncodingException
                || e instanceof ZipException) {
            return unusable(what + " failed: " + e.getMessage());
        }
        if (isContentWithoutContent(e)) {
            return unusable(what + " answered 204 (no content) with a body, which breaks HTTP");
        }
        if (isTimeout(e) || (limit != null && limit.isOver())) {
            return new CallException(ErrorCode.TIMEOUT, what + " took too long");
        }
        return new CallException(ErrorCode.UNAVAILABLE, unavailable(what, e));
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
