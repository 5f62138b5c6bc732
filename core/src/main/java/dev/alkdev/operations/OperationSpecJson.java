package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form of {@link OperationSpec}. */
final class OperationSpecJson {
    private OperationSpecJson() {}

    static JsonNode write(OperationSpec spec) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("namespace", spec.namespace());
        json.put("name", spec.name());
        json.put("version", spec.version());
        json.put("type", spec.type().wireName());
        spec.title().ifPresent(title -> json.put("title", title));
        json.put("description", spec.description());
        if (!spec.tags().isEmpty()) {
            json.set("tags", AccessControl.texts(spec.tags()));
        }
        json.set("inputSchema", spec.inputSchema().toJson());
        json.set("outputSchema", spec.outputSchema().toJson());
        if (!spec.errors().isEmpty()) {
            ArrayNode errors = json.putArray("errors");
            spec.errors().forEach(error -> errors.add(error.toJson()));
        }
        json.set("accessControl", spec.accessControl().toJson());
        spec.annotations().ifPresent(annotations -> json.set("annotations", annotations));
        spec.meta().ifPresent(meta -> json.set("_meta", meta));
        return json;
    }

    static OperationSpec read(JsonNode json) {
        JsonFields fields = JsonFields.of("operation spec", json);
        OperationSpecBuilder spec =
                new OperationSpecBuilder(
                        type(fields),
                        new OperationId(fields.text("namespace"), fields.text("name")));
        spec.version(fields.text("version"));
        spec.describedAs(fields.text("description"));
        spec.title = fields.optionalText("title");
        spec.tags = fields.texts("tags");
        spec.input(fields.schema("inputSchema"));
        spec.output(fields.schema("outputSchema"));
        fields.objects("errors").forEach(error -> spec.fails(ErrorSpec.fromJson(error)));
        spec.access(AccessControl.fromJson(fields.object("accessControl")));
        spec.annotations = copy(fields.optionalObject("annotations"));
        spec.meta = copy(fields.optionalObject("_meta"));
        return spec.build();
    }

    private static OperationType type(JsonFields fields) {
        OperationType type = OperationType.find(fields.text("type"));
        if (type == null) {
            throw fields.wrong("type", "query, mutation or subscription");
        }
        return type;
    }

    private static @Nullable JsonNode copy(@Nullable JsonNode json) {
        return json == null ? null : json.deepCopy();
    }
}
