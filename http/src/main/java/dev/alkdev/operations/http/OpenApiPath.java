package dev.alkdev.operations.http;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.schema.JsonType;
import dev.alkdev.operations.schema.SchemaView;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** One operation as a path of an OpenAPI document. */
final class OpenApiPath {
    private static final String EVENTS =
            "Events, the data of each as JSON: item with an item by the schema, item-error with an"
                    + " item that a tool reported as an error, and at the end complete, or error"
                    + " with a problem";

    private final OperationSpec spec;
    private final ComponentSchemas schemas;
    private final Access access;
    private final JsonNode output;

    /**
     * How an operation is reached.
     *
     * @param security the name of the security scheme
     * @param via the nodes from here to where the operation runs
     */
    record Access(String security, List<String> via) {}

    OpenApiPath(OperationSpec spec, ComponentSchemas schemas, Access access) {
        this.spec = spec;
        this.schemas = schemas;
        this.access = access;
        this.output = schemas.add(spec.id() + ".output", spec.outputSchema().json());
    }

    String path() {
        return OperationEndpoint.PREFIX + spec.id();
    }

    ObjectNode toJson() {
        ObjectNode path = JsonNodeFactory.instance.objectNode();
        JsonNode input = schemas.add(spec.id() + ".input", spec.inputSchema().json());
        ObjectNode responses = responses();
        ObjectNode post = operation(spec.id());
        ObjectNode body = post.putObject("requestBody");
        body.put("required", !spec.inputSchema().accepts(JsonNodeFactory.instance.objectNode()));
        body.putObject("content").putObject(Exchange.JSON).set("schema", input);
        post.set("responses", responses);
        ArrayNode parameters = parameters(schemas.resolve(input));
        if (parameters != null) {
            ObjectNode get = operation(spec.id() + ":get");
            get.set("parameters", parameters);
            get.set("responses", responses);
            path.set("get", get);
        }
        path.set("post", post);
        return path;
    }

    private ObjectNode operation(String id) {
        ObjectNode operation = JsonNodeFactory.instance.objectNode();
        operation.put("operationId", id);
        operation.put("summary", spec.summary().isEmpty() ? spec.id() : spec.summary());
        if (!spec.description().isEmpty()) {
            operation.put("description", spec.description());
        }
        operation.putArray("tags").add(spec.namespace());
        if (!spec.tags().isEmpty()) {
            spec.tags().forEach(operation.putArray("x-operation-tags")::add);
        }
        if (OperationListing.isDeprecated(spec)) {
            operation.put("deprecated", true);
        }
        operation.put("x-operation-type", spec.type().wireName());
        access.via.forEach(operation.putArray("x-operations-via")::add);
        operation.set("security", security(spec.accessControl()));
        return operation;
    }

    /** The security requirements; the empty one where no credentials are needed. */
    private ArrayNode security(AccessControl required) {
        ArrayNode ways = JsonNodeFactory.instance.arrayNode();
        if (required.isPublic()) {
            ways.addObject();
        }
        List<String> any = required.requiredScopesAny();
        for (String one : any.isEmpty() ? List.of("") : any) {
            ArrayNode scopes = ways.addObject().putArray(access.security);
            required.requiredScopes().forEach(scopes::add);
            if (!one.isEmpty()) {
                scopes.add(one);
            }
        }
        return ways;
    }

    /** The input as query parameters; null if it cannot be written so. */
    private @Nullable ArrayNode parameters(JsonNode input) {
        if (spec.type() == OperationType.MUTATION || !isFlat(input)) {
            return null;
        }
        Set<String> required = spec.inputSchema().view().required();
        ArrayNode parameters = JsonNodeFactory.instance.arrayNode();
        input.path("properties")
                .forEachEntry(
                        (name, property) -> {
                            ObjectNode parameter = parameters.addObject();
                            parameter.put("name", name).put("in", "query");
                            parameter.put("required", required.contains(name));
                            parameter.set("schema", property);
                        });
        return parameters;
    }

    /** Whether the input is an object whose properties are all in one place and flat. */
    private boolean isFlat(JsonNode input) {
        SchemaView view = spec.inputSchema().view();
        return QueryInput.withoutNull(view.types()).equals(Set.of(JsonType.OBJECT))
                && input.path("properties").size() == view.properties().size()
                && view.properties().values().stream().allMatch(QueryInput::isFlat);
    }

    private ObjectNode responses() {
        ObjectNode responses = JsonNodeFactory.instance.objectNode();
        ObjectNode success = responses.putObject("200");
        if (spec.type() == OperationType.SUBSCRIPTION) {
            success.put("description", EVENTS);
            ObjectNode stream = success.putObject("content").putObject(OperationRequest.EVENTS);
            stream.set("schema", output);
            stream.set("x-operation-events", events(output));
        } else {
            success.put("description", "The result");
            success.putObject("content").putObject(Exchange.JSON).set("schema", output);
        }
        spec.errors().stream()
                .collect(Collectors.groupingBy(Problem::status, TreeMap::new, Collectors.toList()))
                .forEach((status, same) -> responses.set(status.toString(), response(same)));
        responses.putObject("default").put("$ref", "#/components/responses/Problem");
        return responses;
    }

    /** The schema of the data of each type of event, which is JSON. */
    private static ObjectNode events(JsonNode item) {
        ObjectNode events = JsonNodeFactory.instance.objectNode();
        events.set("item", item);
        events.putObject("item-error");
        events.set("error", ComponentSchemas.reference(OpenApiDocument.PROBLEM));
        events.putObject("complete").put("type", "object");
        return events;
    }

    private ObjectNode response(List<ErrorSpec> errors) {
        ObjectNode response = JsonNodeFactory.instance.objectNode();
        List<String> texts =
                errors.stream().map(each -> each.code() + ": " + each.description()).toList();
        response.put("description", String.join("\n\n", texts));
        ObjectNode content = response.putObject("content").putObject(Problem.MEDIA_TYPE);
        if (errors.size() == 1) {
            content.set("schema", schema(errors.getFirst()));
        } else {
            ArrayNode either = content.putObject("schema").putArray("anyOf");
            errors.forEach(error -> either.add(schema(error)));
        }
        return response;
    }

    private ObjectNode schema(ErrorSpec error) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        ArrayNode both = schema.putArray("allOf");
        both.add(ComponentSchemas.reference(OpenApiDocument.PROBLEM));
        ObjectNode own = both.addObject().put("type", "object");
        own.putArray("required").add("code");
        ObjectNode properties = own.putObject("properties");
        properties.putObject("code").put("const", error.code());
        properties.set(
                "details", schemas.add(spec.id() + "." + error.code(), error.schema().toJson()));
        return schema;
    }
}
