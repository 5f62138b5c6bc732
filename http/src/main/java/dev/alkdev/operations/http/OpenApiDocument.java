package dev.alkdev.operations.http;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** An OpenAPI 3.1 document with a path for each operation. For one thread. */
final class OpenApiDocument {
    static final String PROBLEM = "Problem";
    static final String SECURITY = "bearer";

    private static final JsonNode PROBLEM_SCHEMA =
            Json.parse(
                    """
                    {
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
                    """);

    private static final int PAGE = 1_000;

    private final ObjectNode root = JsonNodeFactory.instance.objectNode();
    private final OperationRegistry registry;
    private final ComponentSchemas schemas = new ComponentSchemas();

    /**
     * A document.
     *
     * @param mount where the gateway is, without a slash at the end
     */
    OpenApiDocument(RestGateway gateway, String mount) {
        registry = gateway.registry;
        root.put("openapi", "3.1.0");
        root.putObject("info").put("title", gateway.title).put("version", gateway.version);
        root.putArray("servers").addObject().put("url", mount.isEmpty() ? "/" : mount);
        schemas.put(PROBLEM, PROBLEM_SCHEMA);
    }

    /** All of it, with what the caller may use. */
    ObjectNode toJson(Caller caller) {
        addPaths(root.putObject("paths"), caller);
        ObjectNode components = root.putObject("components");
        components.set("schemas", schemas.toJson());
        ObjectNode problem = components.putObject("responses").putObject(PROBLEM);
        problem.put("description", "The request failed; code has the reason");
        problem.putObject("content")
                .putObject(Problem.MEDIA_TYPE)
                .set("schema", ComponentSchemas.reference(PROBLEM));
        components
                .putObject("securitySchemes")
                .putObject(SECURITY)
                .put("type", "http")
                .put("scheme", "bearer");
        return root;
    }

    private void addPaths(ObjectNode paths, Caller caller) {
        OperationQuery query = OperationQuery.all().usableBy(caller).withLimit(PAGE);
        String next;
        do {
            OperationQuery.Page page = registry.list(query);
            for (OperationSpec spec : page.operations()) {
                if (OperationListing.isListed(registry, spec)) {
                    paths.set(
                            OperationEndpoint.PREFIX + spec.id(),
                            new OpenApiPath(spec, schemas).toJson());
                }
            }
            next = page.nextCursor();
            query = next == null ? query : query.withCursor(next);
        } while (next != null);
    }
}
