package dev.alkdev.operations.http;

import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.Drift;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.RegisteredOperation;
import dev.alkdev.operations.Registration;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.web.Challenge;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** One operation: its spec, calls of it, and its events. */
final class OperationEndpoint implements Endpoint {
    static final String PREFIX = "/operations/";
    private static final String SPEC = "/spec";
    private static final String ENVELOPE = "envelope";
    private final OperationRegistry registry;
    private final CallRequests requests;
    private final RestOptions settings;
    private final EventStreams streams;

    OperationEndpoint(RestOptions settings, EventStreams streams) {
        this.registry = settings.registry();
        this.requests = new CallRequests(settings);
        this.settings = settings;
        this.streams = streams;
    }

    @Override
    public List<String> methods() {
        return READS_AND_POSTS;
    }

    @Override
    public void serve(Exchange exchange) throws IOException {
        String path = ShortText.of(exchange.path().substring(PREFIX.length()));
        Accepted accepted = Accepted.by(exchange.request());
        boolean spec = exchange.isGet() && path.endsWith(SPEC);
        String id = spec ? path.substring(0, path.length() - SPEC.length()) : path;
        // Before it is looked for: a slow client may take longer than an operation stays.
        JsonNode body = exchange.isGet() ? null : JsonBody.read(exchange, settings.limits());
        Asked asked = new Asked(exchange, id, registry.resolve(id).orElse(null), accepted);
        if (spec) {
            sendSpec(asked);
        } else if (body == null) {
            get(asked);
        } else {
            post(asked, body);
        }
    }

    private void get(Asked asked) throws IOException {
        HttpServletRequest request = asked.exchange().request();
        Accepted accepted = asked.accepted();
        if (request.getQueryString() == null && !accepted.events() && !accepted.envelope()) {
            sendSpec(asked);
            return;
        }
        if (asked.is(OperationType.MUTATION) && asked.usable()) {
            throw Refusal.methodNotAllowed(
                    asked.id() + " is a mutation: call it with POST", "POST");
        }
        Map<String, List<String>> parameters = QueryText.parse(request.getQueryString());
        OperationSpec spec = asked.spec();
        Schema schema = spec == null ? Schema.unknown() : spec.inputSchema();
        if (parameters.containsKey(ENVELOPE) && !schema.view().properties().containsKey(ENVELOPE)) {
            parameters.remove(ENVELOPE);
            accepted = accepted.withEnvelope();
        }
        call(asked.with(accepted), QueryInput.read(schema.view(), parameters));
    }

    private void sendSpec(Asked asked) throws IOException {
        RegisteredOperation operation = asked.operation();
        if (operation == null || !asked.usable()) {
            // Somebody who may not use it is not told that it is there.
            throw Refusal.notFound("there is no operation " + asked.id());
        }
        settings.reads().accept(asked.exchange().caller());
        asked.exchange().send(description(operation));
    }

    /** The spec, with its source and the drift of its results if there are any. */
    private JsonNode description(RegisteredOperation operation) {
        JsonNode spec = operation.spec().toJson();
        registry.binding(operation.spec().id())
                .map(OperationBinding::origin)
                .ifPresent(origin -> ((ObjectNode) spec).put("source", origin.current().name()));
        Drift drift = operation.drift();
        if (!drift.isNone()) {
            ((ObjectNode) spec).set("drift", Json.mapper().valueToTree(drift));
        }
        return spec;
    }

    private void post(Asked asked, JsonNode input) throws IOException {
        String query = asked.exchange().request().getQueryString();
        boolean envelope = query != null && QueryText.parse(query).containsKey(ENVELOPE);
        Accepted accepted = asked.accepted();
        call(envelope ? asked.with(accepted.withEnvelope()) : asked, input);
    }

    private void call(Asked asked, JsonNode input) throws IOException {
        try {
            if (asked.is(OperationType.SUBSCRIPTION)) {
                stream(asked, input);
            } else {
                execute(asked, input);
            }
        } catch (CallException failure) {
            Challenge challenge = settings.challenge(asked.exchange());
            CallAnswer.fail(asked.exchange(), failure, asked.spec(), challenge);
        }
    }

    private void execute(Asked asked, JsonNode input) throws IOException {
        if (asked.accepted().onlyEvents() && asked.usable()) {
            throw Refusal.notAcceptable(
                    asked.id() + " is no subscription: ask for application/json, not for events");
        }
        ChangeReport report =
                asked.accepted().envelope() ? ChangeReport.of(asked.exchange().request()) : null;
        CallAnswer.send(asked, result(asked, input, report), report);
    }

    private ResponseEnvelope<JsonNode> result(
            Asked asked, JsonNode input, @Nullable ChangeReport report) {
        CallBuilder call = requests.ofCall(asked.exchange()).writtenAtOnce();
        if (report != null) {
            call.onNormalized(report);
        }
        if (settings.watch() == null) {
            return registry.execute(asked.call(call, input));
        }
        Cancellation cancellation = Cancellation.create();
        Runnable gone = () -> cancellation.cancel("the client closed the connection");
        try (Registration watching = settings.onGone(asked.exchange(), gone)) {
            return registry.execute(asked.call(call.cancellation(cancellation), input));
        }
    }

    private void stream(Asked asked, JsonNode input) throws IOException {
        if (!asked.accepted().events() && asked.usable()) {
            throw Refusal.notAcceptable(
                    asked.id()
                            + " is a subscription: ask for its events with Accept: "
                            + Accepted.EVENTS);
        }
        streams.serve(asked, input);
    }
}
