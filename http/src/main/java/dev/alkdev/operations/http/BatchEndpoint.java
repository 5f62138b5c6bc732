package dev.alkdev.operations.http;

import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.util.List;

/** Many calls in one request, some at once, each answered for itself. */
record BatchEndpoint(RestGateway gateway) implements Endpoint {

    @Override
    public List<String> methods() {
        return POSTS;
    }

    @Override
    public void serve(Exchange exchange) throws IOException {
        JsonNode body = JsonBody.read(exchange, gateway.limits);
        BatchRequest batch =
                BatchRequest.parse(body, gateway.limits.maxBatch(), exchange.timeout());
        Cancellation cancellation = Cancellation.create();
        Runnable gone = () -> cancellation.cancel("the client closed the connection");
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        try (Registration watching = gateway.onGone(exchange, gone)) {
            answer.set("results", new RunningBatch(gateway, exchange, cancellation).run(batch));
        }
        exchange.send(200, Exchange.JSON, Json.write(answer));
    }
}
