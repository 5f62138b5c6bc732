package dev.alkdev.operations.http;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.JsonWeight;
import dev.alkdev.operations.LocalMeta;
import dev.alkdev.operations.McpMeta;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.web.Challenge;

import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;

/** Writes the result or failure of a call. */
final class CallAnswer {
    private CallAnswer() {}

    /**
     * Writes a result.
     *
     * @param report what an envelope has besides; null for nothing
     * @throws CallException if too much waits to be read already
     */
    static void send(
            Asked asked, ResponseEnvelope<JsonNode> envelope, @Nullable ChangeReport report)
            throws IOException {
        Exchange exchange = asked.exchange();
        hold(exchange, asked, envelope);
        boolean whole = asked.accepted().envelope();
        HttpServletResponse response = exchange.response();
        response.addHeader("X-Operation-Id", asked.id());
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
        if (report != null) {
            report.addTo((ObjectNode) body);
        }
        exchange.send(200, whole ? Accepted.ENVELOPE : Exchange.JSON, Json.write(body));
    }

    /** A client that does not read keeps the result and its text in memory. */
    private static void hold(Exchange exchange, Asked asked, ResponseEnvelope<JsonNode> envelope) {
        if (exchange.held().tryTake(2 * JsonWeight.of(envelope.data()))) {
            return;
        }
        if (asked.is(OperationType.MUTATION)) {
            throw new CallException(
                            ErrorCode.UNAVAILABLE,
                            asked.id() + " ran, but there is no memory left for its result")
                    .withRetryable(false);
        }
        throw Refusal.overloaded("the server has no memory left for the result of " + asked.id());
    }

    /**
     * Writes a failure.
     *
     * @param challenge how to authenticate
     */
    static void fail(
            Exchange exchange,
            CallException failure,
            @Nullable OperationSpec spec,
            Challenge challenge)
            throws IOException {
        Problem problem = Problem.of(failure, spec, exchange.caller());
        exchange.send(problem, FailureHeaders.of(failure, spec, exchange.caller(), challenge));
    }
}
