package dev.alkdev.operations.http;

import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.Drift;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.LocalMeta;
import dev.alkdev.operations.McpMeta;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.RegisteredOperation;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.schema.Change;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** One operation: its spec, calls of it, and its events. */
final class OperationEndpoint implements Endpoint {
    static final String PREFIX = "/operations/";
    private static final String SPEC = "/spec";
    private static final String ENVELOPE = "envelope";
    private static final List<String> NO_VALUE = List.of("");

    /** Asks what normalization changed in the result. */
    private static final String CHANGES = "Operation-Changes";

    /** A result of a million items may have a million changes: the first show what is wrong. */
    private static final int MOST_CHANGES = 100;

    private final RestGateway gateway;
    private final OperationRegistry registry;
    private final EventStreams streams;

    OperationEndpoint(RestGateway gateway, EventStreams streams) {
        this.gateway = gateway;
        this.registry = gateway.registry;
        this.streams = streams;
    }

    @Override
    public List<String> methods() {
        return READS_AND_POSTS;
    }

    @Override
    public void serve(Exchange exchange) throws IOException {
        String path = Exchange.shortened(exchange.path().substring(PREFIX.length()));
        boolean spec = exchange.isGet() && path.endsWith(SPEC);
        String id = spec ? path.substring(0, path.length() - SPEC.length()) : path;
        // Before it is looked for: a slow client may take longer than an operation stays.
        JsonNode body = exchange.isGet() ? null : JsonBody.read(exchange, gateway.limits);
        OperationRequest asked =
                OperationRequest.of(exchange, id, registry.resolve(id).orElse(null));
        if (spec) {
            sendSpec(asked);
        } else if (body == null) {
            get(asked);
        } else {
            post(asked, body);
        }
    }

    private void get(OperationRequest asked) throws IOException {
        HttpServletRequest request = asked.exchange().request();
        if (asked.is(OperationType.MUTATION) && asked.usable()) {
            throw Refusal.methodNotAllowed(
                    asked.id() + " is a mutation: call it with POST", "POST");
        }
        Map<String, List<String>> parameters = QueryText.parse(request.getQueryString());
        OperationSpec spec = asked.spec();
        Schema schema = spec == null ? Schema.unknown() : spec.inputSchema();
        boolean envelope =
                NO_VALUE.equals(parameters.get(ENVELOPE))
                        && !schema.view().properties().containsKey(ENVELOPE);
        if (envelope) {
            parameters.remove(ENVELOPE);
        }
        call(envelope ? asked.withEnvelope() : asked, QueryInput.read(schema.view(), parameters));
    }

    private void sendSpec(OperationRequest asked) throws IOException {
        RegisteredOperation operation = asked.operation();
        if (operation == null || !asked.usable()) {
            // Somebody who may not use it is not told that it is there.
            throw Refusal.notFound("there is no operation " + asked.id());
        }
        gateway.reads.accept(asked.exchange().caller());
        asked.exchange().send(description(operation));
    }

    /** The spec, with its source and the drift of its results if there are any. */
    private JsonNode description(RegisteredOperation operation) {
        JsonNode spec = operation.spec().toJson();
        OperationListing.source(registry, operation.spec())
                .ifPresent(source -> ((ObjectNode) spec).put("source", source));
        Drift drift = operation.drift();
        if (!drift.isNone()) {
            ((ObjectNode) spec).set("drift", Json.mapper().valueToTree(drift));
        }
        return spec;
    }

    private void post(OperationRequest asked, JsonNode input) throws IOException {
        String query = asked.exchange().request().getQueryString();
        boolean envelope = query != null && QueryText.parse(query).containsKey(ENVELOPE);
        call(envelope ? asked.withEnvelope() : asked, input);
    }

    private void call(OperationRequest asked, JsonNode input) throws IOException {
        try {
            if (asked.is(OperationType.SUBSCRIPTION)) {
                stream(asked, input);
            } else {
                execute(asked, input);
            }
        } catch (CallException failure) {
            throw gateway.failed(asked, failure);
        }
    }

    private void execute(OperationRequest asked, JsonNode input) throws IOException {
        if (asked.events() && !asked.envelope() && !asked.other() && asked.usable()) {
            throw Refusal.notAcceptable(
                    asked.id() + " is not a subscription: use Accept: application/json");
        }
        boolean reports =
                asked.envelope() && "true".equals(asked.exchange().request().getHeader(CHANGES));
        ArrayNode changes = reports ? JsonNodeFactory.instance.arrayNode() : null;
        Exchange exchange = asked.exchange();
        OverdueResponse overdue =
                new OverdueResponse(
                        asked.id(), failure -> exchange.sendEarly(gateway.failed(asked, failure)));
        CallBuilder call =
                exchange.call(exchange.timeout(), gateway.limits, registry.time())
                        .writtenAtOnce()
                        .onOverdue(overdue);
        ResponseEnvelope<JsonNode> envelope;
        try {
            envelope = result(asked, call, input, changes);
        } catch (RuntimeException failure) {
            if (overdue.isSent()) {
                return;
            }
            throw failure;
        }
        if (!overdue.isSent()) {
            send(asked, envelope, changes);
        }
    }

    private ResponseEnvelope<JsonNode> result(
            OperationRequest asked, CallBuilder call, JsonNode input, @Nullable ArrayNode changes) {
        if (changes != null) {
            call.onNormalized(change -> add(change, changes));
        }
        ClientWatch watch = gateway.watch;
        if (watch == null) {
            return registry.execute(asked.call(call, input));
        }
        Cancellation cancellation = Cancellation.create();
        Runnable gone = () -> cancellation.cancel("the client closed the connection");
        try (Registration watching = watch.watch(asked.exchange().request(), gone)) {
            return registry.execute(asked.call(call.cancellation(cancellation), input));
        }
    }

    private static void add(Change change, ArrayNode changes) {
        if (changes.size() < MOST_CHANGES) {
            changes.addObject()
                    .put("pointer", change.pointer())
                    .put("kind", change.kind().name().toLowerCase(Locale.ROOT));
        }
    }

    private void stream(OperationRequest asked, JsonNode input) throws IOException {
        if (!asked.takesEvents() && asked.usable()) {
            throw Refusal.notAcceptable(
                    asked.id() + " is a subscription: use Accept: " + OperationRequest.EVENTS);
        }
        streams.serve(asked, input);
    }

    private static void send(
            OperationRequest asked,
            ResponseEnvelope<JsonNode> envelope,
            @Nullable ArrayNode changes)
            throws IOException {
        hold(asked, envelope);
        HttpServletResponse response = asked.exchange().response();
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
        JsonNode body = asked.envelope() ? envelope.toJson() : envelope.data();
        if (changes != null) {
            ((ObjectNode) body).set("changes", changes);
        }
        String type = asked.envelope() ? OperationRequest.ENVELOPE : Exchange.JSON;
        asked.exchange().send(200, type, Json.write(body));
    }

    /** A client that does not read keeps the result and its text in memory. */
    private static void hold(OperationRequest asked, ResponseEnvelope<JsonNode> envelope) {
        if (asked.exchange().tryHold(2 * ByteBudget.weight(envelope.data()))) {
            return;
        }
        if (asked.is(OperationType.MUTATION)) {
            throw noMemory(asked.id());
        }
        throw Refusal.overloaded("the server has no memory left for the result of " + asked.id());
    }

    /** The failure of a call that ran, whose result cannot be kept. */
    static CallException noMemory(String id) {
        return new CallException(
                        ErrorCode.UNAVAILABLE,
                        id + " ran, but there is no memory left for its result")
                .withRetryable(false);
    }
}
