package dev.alkdev.operations.console;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.http.Endpoint;
import dev.alkdev.operations.http.Exchange;
import dev.alkdev.operations.http.JsonBody;
import dev.alkdev.operations.http.Refusal;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaError;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.util.List;

/** Validates an input as a call would, without a call. */
final class CheckEndpoint implements Endpoint {
    private static final int MOST_ERRORS = 100;

    private final ConsoleOptions options;

    CheckEndpoint(ConsoleOptions options) {
        this.options = options;
    }

    @Override
    public List<String> methods() {
        return POSTS;
    }

    @Override
    public void serve(Exchange exchange) throws IOException {
        options.reads().accept(exchange.caller());
        JsonNode input = JsonBody.read(exchange, options.limits());
        String id = ConsoleApi.name(exchange);
        OperationSpec spec =
                options.registry()
                        .find(id)
                        .filter(found -> found.permits(exchange.caller()))
                        .orElseThrow(() -> Refusal.notFound("there is no such operation"));
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode errors = json.putArray("errors");
        Schema schema = spec.inputSchema();
        List<SchemaError> found =
                schema.isUnknown() ? List.of() : schema.errors(input, MOST_ERRORS);
        for (SchemaError error : found) {
            errors.addObject()
                    .put("pointer", error.pointer())
                    .put("message", error.message())
                    .put("keyword", error.keyword());
        }
        exchange.send(json);
    }
}
