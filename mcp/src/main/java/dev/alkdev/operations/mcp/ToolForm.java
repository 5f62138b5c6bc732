package dev.alkdev.operations.mcp;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.schema.JsonType;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaRewrite;
import dev.alkdev.operations.tools.ToolInput;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.Set;

/**
 * The form of an operation as a tool. Arguments are objects in all versions, and typed results were
 * until 2026-07-28: what is none is wrapped into one. Immutable; threads may share it.
 */
final class ToolForm {
    /** The member that holds a result that is no object. */
    static final String RESULT = "result";

    private final OperationSpec spec;
    private final McpOptions options;
    private volatile @Nullable Shape shape;

    ToolForm(OperationSpec spec, McpOptions options) {
        this.spec = spec;
        this.options = options;
    }

    private record Shape(
            ToolInput input, boolean isListed, boolean declaresOutput, boolean wrapsOutput) {}

    /** Found out when it is needed: a registry may have many operations of which few are used. */
    private Shape shape() {
        Shape known = shape;
        if (known == null) {
            Schema output = spec.outputSchema();
            boolean isStream = spec.type() == OperationType.SUBSCRIPTION;
            boolean isListed =
                    ToolOrigin.isTool(spec) || !output.isLargerThan(options.maxOutputSchema());
            boolean declares = isListed && (isStream || isTyped(output));
            known =
                    new Shape(
                            ToolInput.of(spec.inputSchema()),
                            isListed,
                            declares,
                            declares && !isStream && !isObject(output));
            shape = known;
        }
        return known;
    }

    private static boolean isObject(Schema schema) {
        return schema.view().types().equals(Set.of(JsonType.OBJECT));
    }

    private static boolean isTyped(Schema schema) {
        return !schema.isUnknown() && !schema.view().types().equals(Set.of(JsonType.NULL));
    }

    /** The input that arguments represent. */
    JsonNode input(JsonNode arguments) {
        return shape().input().input(arguments);
    }

    /** Whether the tool has an output schema. */
    boolean declaresOutput() {
        return shape().declaresOutput();
    }

    /** Whether it has an output schema that is too long to be listed. */
    boolean hidesOutput() {
        return !shape().isListed() && !spec.outputSchema().isUnknown();
    }

    /**
     * What of a result is typed.
     *
     * @return null if nothing can be given in this version
     */
    @Nullable JsonNode structured(JsonNode data, boolean isModern) {
        if (isModern) {
            return data.isNull() && !declaresOutput() ? null : data;
        }
        if (shape().wrapsOutput()) {
            return object().set(RESULT, data);
        }
        return data.isObject() ? data : null;
    }

    ObjectNode json(String name, boolean isModern) {
        ObjectNode tool = ToolOrigin.tool(spec);
        tool.put("name", name);
        spec.title().ifPresent(title -> tool.put("title", title));
        if (!spec.description().isEmpty()) {
            tool.put("description", spec.description());
        }
        tool.set("inputSchema", inputSchema());
        if (declaresOutput()) {
            tool.set("outputSchema", outputSchema(isModern));
        }
        annotations(tool);
        return tool;
    }

    private void annotations(ObjectNode tool) {
        if (spec.annotations().isPresent()) {
            tool.set("annotations", spec.annotations().get());
        } else if (spec.type() == OperationType.QUERY && !ToolOrigin.isTool(spec)) {
            tool.putObject("annotations").put("readOnlyHint", true);
        }
        ToolOrigin.meta(spec).ifPresent(meta -> tool.set("_meta", meta));
    }

    private JsonNode inputSchema() {
        return shape().input().schema(translated(spec.inputSchema().json()));
    }

    private JsonNode outputSchema(boolean isModern) {
        JsonNode schema = translated(spec.outputSchema().json());
        if (spec.type() == OperationType.SUBSCRIPTION) {
            return ItemCollection.schema(schema);
        }
        if (isModern) {
            // In 2020-12 a schema may be a boolean, in MCP it may not.
            return schema.isObject() ? schema : object().set("not", object());
        }
        return shape().wrapsOutput()
                ? SchemaRewrite.wrapped(RESULT, schema)
                : SchemaRewrite.typed((ObjectNode) schema);
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    private JsonNode translated(JsonNode schema) {
        return options.translateSchemas() ? SchemaRewrite.translated(schema) : schema;
    }
}
