package dev.alkdev.operations.http;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.LocalMeta;
import dev.alkdev.operations.McpMeta;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Json;

import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Writes what a call came to. */
final class CallAnswer {
    private CallAnswer() {}

    static void send(
            Exchange exchange, String id, ResponseEnvelope<JsonNode> envelope, boolean whole)
            throws IOException {
        HttpServletResponse response = exchange.response();
        response.addHeader("X-Operation-Id", id);
        response.addHeader("X-Operation-Source", envelope.meta().source());
        switch (envelope.meta()) {
            case LocalMeta local ->
                    response.addHeader("X-Operation-Timestamp", Long.toString(local.timestamp()));
            case HttpMeta http ->
                    response.addHeader("X-Operation-Status", Integer.toString(http.statusCode()));
            case McpMeta mcp -> {
                if (mcp.isError()) {
                    response.addHeader("X-Operation-Error", "true");
                }
            }
        }
        JsonNode body = whole ? envelope.toJson() : envelope.data();
        exchange.send(
                200,
                whole ? Accepted.ENVELOPE : Exchange.JSON,
                Json.mapper().writeValueAsBytes(body));
    }

    /**
     * Tells of a failure.
     *
     * @param challenge how somebody anonymous can become known
     */
    static void fail(
            Exchange exchange,
            CallException failure,
            @Nullable OperationSpec spec,
            String challenge)
            throws IOException {
        Problem problem = Problem.of(failure, spec, exchange.caller());
        Map<String, String> headers = new HashMap<>();
        if (problem.status() == HttpServletResponse.SC_UNAUTHORIZED) {
            headers.put("WWW-Authenticate", challenge);
        }
        String retryAfter = ErrorStatus.retryAfter(failure);
        if (retryAfter != null) {
            headers.put("Retry-After", retryAfter);
        }
        exchange.send(problem, headers);
    }
}
