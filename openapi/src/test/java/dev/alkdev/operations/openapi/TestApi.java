package dev.alkdev.operations.openapi;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.function.UnaryOperator;

/** A description of one operation called {@code api.op}, imported and registered. */
final class TestApi {
    private final OperationRegistry registry = OperationRegistry.create();
    private final ImportedApi api;

    private TestApi(ImportedApi api) {
        this.api = api;
        api.registerIn(registry);
    }

    /** Operation and path of OpenAPI 3.1, served by a server. */
    static TestApi of(RecordingServer server, String method, String path, String operation) {
        return of(server, document(method, path, operation), config -> config);
    }

    static TestApi of(
            RecordingServer server,
            ObjectNode document,
            UnaryOperator<HttpServiceOptions.Builder> options) {
        HttpServiceOptions.Builder config = HttpServiceOptions.builder("api").baseUrl(server.url());
        return new TestApi(OpenApi.from(document, options.apply(config).build()));
    }

    /** A document of one operation. */
    static ObjectNode document(String method, String path, String operation) {
        ObjectNode document =
                Json.parse(
                                """
                                {"openapi": "3.1.0",
                                 "info": {"title": "Test", "version": "1.2.3"},
                                 "servers": [{"url": "http://127.0.0.1:1"}],
                                 "paths": {}}
                                """)
                        .asObject();
        ObjectNode body = Json.parse(operation).asObject();
        if (!body.has("operationId")) {
            body.put("operationId", "op");
        }
        if (!body.has("responses")) {
            body.putObject("responses").putObject("200").put("description", "fine");
        }
        document.withObjectProperty("paths").putObject(path).set(method, body);
        return document;
    }

    ImportedApi imported() {
        return api;
    }

    OperationRegistry registry() {
        return registry;
    }

    OperationSpec spec() {
        return registry.spec("api.op");
    }

    JsonNode inputSchema() {
        return spec().inputSchema().toJson();
    }

    ResponseEnvelope<JsonNode> call(String input) {
        return registry.execute("api.op", Json.parse(input));
    }
}
