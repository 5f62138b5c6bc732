package dev.alkdev.operations.jetty;

import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.schema.Json;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.nio.ByteBuffer;

/** Writes errors of the server itself as problem documents, like all others. */
public final class ProblemPages extends ErrorHandler {
    public static final String MEDIA_TYPE = "application/problem+json";

    @Override
    protected void generateResponse(
            Request request,
            Response response,
            int code,
            String message,
            Throwable cause,
            Callback callback) {
        // The message is the text of the exception, which Jetty has logged.
        boolean isBug = code == HttpStatus.INTERNAL_SERVER_ERROR_500 && cause != null;
        String detail = isBug ? "the request failed; the reason is in the server's log" : message;
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, MEDIA_TYPE);
        response.write(true, ByteBuffer.wrap(problem(code, detail)), callback);
    }

    /** A problem without a request id: no call was made of the request. */
    public static byte[] problem(int status, @Nullable String detail) {
        String code = code(status);
        ObjectNode problem = JsonNodeFactory.instance.objectNode();
        problem.put("type", "urn:operations:error:" + code);
        problem.put("title", HttpStatus.getMessage(status));
        problem.put("status", status);
        problem.put("detail", detail == null ? HttpStatus.getMessage(status) : detail);
        problem.put("code", code);
        problem.put("retryable", false);
        return Json.write(problem);
    }

    private static String code(int status) {
        return switch (status) {
            case HttpStatus.UNAUTHORIZED_401,
                    HttpStatus.FORBIDDEN_403,
                    HttpStatus.MISDIRECTED_REQUEST_421 ->
                    ErrorCode.ACCESS_DENIED;
            case HttpStatus.NOT_FOUND_404 -> ErrorCode.OPERATION_NOT_FOUND;
            case HttpStatus.SERVICE_UNAVAILABLE_503 -> ErrorCode.UNAVAILABLE;
            default ->
                    status < HttpStatus.INTERNAL_SERVER_ERROR_500
                            ? ErrorCode.VALIDATION_ERROR
                            : ErrorCode.UNKNOWN_ERROR;
        };
    }
}
