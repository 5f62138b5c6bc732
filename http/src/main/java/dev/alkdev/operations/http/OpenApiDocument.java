package dev.alkdev.operations.http;

import dev.alkdev.operations.NodePath;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** An OpenAPI 3.1 document with a path for each operation. */
final class OpenApiDocument {
    static final String PROBLEM = "Problem";

    /** What is the same in every document. */
    private static final JsonNode FRAME =
            Json.parse(
                    """
                    {
                      "openapi": "3.1.0",
                      "info": {},
                      "servers": [{}],
                      "tags": [],
                      "paths": {},
                      "components": {
                        "schemas": {
                          "Problem": {
                            "type": "object",
                            "description": "Why a request failed, by RFC 9457",
                            "required": ["type", "title", "status", "detail", "code", "retryable", "requestId"],
                            "properties": {
                              "type": {"type": "string", "format": "uri"},
                              "title": {"type": "string"},
                              "status": {"type": "integer"},
                              "detail": {"type": "string"},
                              "instance": {"type": "string", "format": "uri-reference"},
                              "code": {"type": "string", "description": "what went wrong, for programs"},
                              "details": {"description": "by the code"},
                              "retryable": {"type": "boolean", "description": "whether another try may succeed"},
                              "requestId": {"type": "string"}
                            }
                          }
                        },
                        "responses": {
                          "Problem": {
                            "description": "The request failed; code has the reason",
                            "content": {
                              "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}
                            }
                          }
                        }
                      }
                    }
                    """);

    private OpenApiDocument() {}

    /** The document of some operations, for the client of an exchange. */
    static ObjectNode of(RestGateway gateway, Exchange exchange, List<OperationSpec> operations) {
        ObjectNode root = (ObjectNode) FRAME.deepCopy();
        root.withObject("/info").put("title", gateway.title).put("version", gateway.version);
        String mount = exchange.mount();
        root.withObject("/servers/0").put("url", mount.isEmpty() ? "/" : mount);
        addTags(root, operations);
        String scheme = gateway.authenticator.challenge(exchange.request()).scheme();
        String security = scheme.toLowerCase(Locale.ROOT);
        root.withObject("/components/securitySchemes")
                .putObject(security)
                .put("type", "http")
                .put("scheme", security);
        ObjectNode paths = root.withObject("/paths");
        ComponentSchemas schemas = new ComponentSchemas(root.withObject("/components/schemas"));
        // All results are described before the inputs: they get the plain names of their types.
        List<OpenApiPath> described = new ArrayList<>(operations.size());
        for (OperationSpec spec : operations) {
            List<String> via = NodePath.of(gateway.registry, spec);
            described.add(new OpenApiPath(spec, schemas, new OpenApiPath.Access(security, via)));
        }
        described.forEach(path -> paths.set(path.path(), path.toJson()));
        return root;
    }

    /** A tag for each namespace, by which generators of clients group the operations. */
    private static void addTags(ObjectNode root, List<OperationSpec> operations) {
        ArrayNode tags = root.withArray("/tags");
        operations.stream()
                .map(OperationSpec::namespace)
                .distinct()
                .forEach(namespace -> tags.addObject().put("name", namespace));
    }
}
