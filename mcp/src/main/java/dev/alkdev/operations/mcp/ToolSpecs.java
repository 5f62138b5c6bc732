package dev.alkdev.operations.mcp;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationSpecBuilder;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaException;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.Optional;
import java.util.Set;

/**
 * Tools as specs of operations and back, without loss. A spec has a place for title, description,
 * schemas and annotations. Its {@code meta} is the {@code _meta} of the tool, and under {@link
 * #KEY} there the rest of the tool object: its name if it was mapped, icons, execution, members
 * that are not known here, and those that a spec has in another form.
 */
final class ToolSpecs {
    /** The member of a spec's {@code meta} that holds the rest of the tool object. */
    static final String KEY = "dev.alkdev.operations/tool";

    private static final String NAME = "name";
    private static final String TITLE = "title";
    private static final String DESCRIPTION = "description";
    private static final String INPUT = "inputSchema";
    private static final String OUTPUT = "outputSchema";
    private static final String ANNOTATIONS = "annotations";
    private static final String META = "_meta";
    private static final Set<String> IN_THE_SPEC =
            Set.of(NAME, TITLE, DESCRIPTION, INPUT, OUTPUT, ANNOTATIONS, META);

    private ToolSpecs() {}

    /**
     * Starts the spec of a tool.
     *
     * @param input its input schema without broken parts
     * @throws IllegalArgumentException if the id is not valid
     */
    static OperationSpecBuilder spec(JsonNode tool, String id, OperationType type, Schema input) {
        ObjectNode rest = JsonNodeFactory.instance.objectNode();
        rest.set(NAME, tool.path(NAME));
        OperationSpecBuilder spec = OperationSpec.builder(type, id);
        text(tool, TITLE, rest).ifPresent(spec::title);
        text(tool, DESCRIPTION, rest).ifPresent(spec::describedAs);
        spec.input(input);
        JsonNode output = tool.get(OUTPUT);
        if (output != null) {
            Schema usable = usable(output);
            if (usable == null) {
                rest.set(OUTPUT, output);
            } else {
                spec.output(usable);
            }
        }
        if (tool.has(ANNOTATIONS)) {
            spec.annotations(tool.get(ANNOTATIONS));
        }
        tool.properties().stream()
                .filter(member -> !IN_THE_SPEC.contains(member.getKey()))
                .forEach(member -> rest.set(member.getKey(), member.getValue()));
        return spec.meta(meta(tool, rest));
    }

    /** A text that a spec can have; another one is kept as it is. */
    private static Optional<String> text(JsonNode tool, String field, ObjectNode rest) {
        JsonNode value = tool.get(field);
        if (value == null) {
            return Optional.empty();
        }
        if (value.isString() && !value.asString().isEmpty()) {
            return Optional.of(value.asString());
        }
        rest.set(field, value);
        return Optional.empty();
    }

    /** The schema; null if it cannot be used. */
    static @Nullable Schema usable(JsonNode schema) {
        try {
            return Schema.of(schema);
        } catch (SchemaException e) {
            return null;
        }
    }

    private static JsonNode meta(JsonNode tool, ObjectNode rest) {
        JsonNode given = tool.get(META);
        if (given != null && (!given.isObject() || given.isEmpty())) {
            rest.set(META, given);
        }
        ObjectNode meta = JsonNodeFactory.instance.objectNode();
        if (given instanceof ObjectNode members) {
            meta.setAll(members);
        }
        meta.set(ToolOrigin.KEY, rest);
        return meta;
    }
}
