package dev.alkdev.operations.http;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/** An OpenAPI 3.1 document with a path for each operation. */
final class OpenApiDocument {
    static final String PROBLEM = "Problem";
    static final String SECURITY = "bearer";

    /** What is the same in every document. */
    private static final JsonNode FRAME =
            Json.parse(
                    """
                    {
                      "openapi": "3.1.0",
                      "info": {},
                      "servers": [{}],
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
                        },
                        "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}}
                      }
                    }
                    """);

    private OpenApiDocument() {}

    /**
     * The document of some operations.
     *
     * @param mount where the gateway is, without a slash at the end
     */
    static ObjectNode of(RestGateway gateway, String mount, List<OperationSpec> operations) {
        ObjectNode root = (ObjectNode) FRAME.deepCopy();
        root.withObject("/info").put("title", gateway.title).put("version", gateway.version);
        root.withObject("/servers/0").put("url", mount.isEmpty() ? "/" : mount);
        ObjectNode paths = root.withObject("/paths");
        ComponentSchemas schemas = new ComponentSchemas(root.withObject("/components/schemas"));
        for (OperationSpec spec : operations) {
            paths.set(
                    OperationEndpoint.PREFIX + spec.id(), new OpenApiPath(spec, schemas).toJson());
        }
        return root;
    }
}
