package dev.alkdev.operations.mcp;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationSpecBuilder;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.schema.Schema;

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
public final class ToolSpecs {
    /** The member of a spec's {@code meta} that holds the rest of the tool object. */
    public static final String KEY = "dev.alkdev.operations/tool";

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
     * @throws IllegalArgumentException if its input schema cannot be used, or the id is none
     */
    static OperationSpecBuilder spec(JsonNode tool, String id, OperationType type) {
        ObjectNode rest = JsonNodeFactory.instance.objectNode();
        OperationSpecBuilder spec = OperationSpec.builder(type, id);
        text(tool, TITLE, rest).ifPresent(spec::title);
        text(tool, DESCRIPTION, rest).ifPresent(spec::describedAs);
        spec.input(Schema.of(tool.path(INPUT)));
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
        String name = tool.path(NAME).asString();
        if (!name.equals(id.substring(id.indexOf('.') + 1))) {
            rest.put(NAME, name);
        }
        tool.properties().stream()
                .filter(member -> !IN_THE_SPEC.contains(member.getKey()))
                .forEach(member -> rest.set(member.getKey(), member.getValue()));
        JsonNode meta = meta(tool, rest);
        return meta == null ? spec : spec.meta(meta);
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
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static @Nullable JsonNode meta(JsonNode tool, ObjectNode rest) {
        JsonNode given = tool.get(META);
        if (given != null && (!given.isObject() || given.isEmpty())) {
            rest.set(META, given);
        }
        if (rest.isEmpty()) {
            return given;
        }
        ObjectNode meta = JsonNodeFactory.instance.objectNode();
        if (given instanceof ObjectNode members) {
            meta.setAll(members);
        }
        meta.set(KEY, rest);
        return meta;
    }

    /** The name of the tool that a spec was made from, if it differs from that of the operation. */
    public static Optional<String> toolName(OperationSpec spec) {
        JsonNode name = rest(spec).path(NAME);
        return name.isString() ? Optional.of(name.asString()) : Optional.empty();
    }

    private static JsonNode rest(OperationSpec spec) {
        return spec.meta()
                .map(meta -> meta.path(KEY))
                .orElseGet(JsonNodeFactory.instance::objectNode);
    }

    /**
     * The tool object of a spec under a name; the very one if it was made from a tool.
     *
     * @param name what the tool is called to clients
     */
    public static ObjectNode tool(OperationSpec spec, String name) {
        ObjectNode tool = JsonNodeFactory.instance.objectNode().put(NAME, name);
        spec.title().ifPresent(title -> tool.put(TITLE, title));
        if (!spec.description().isEmpty()) {
            tool.put(DESCRIPTION, spec.description());
        }
        tool.set(INPUT, spec.inputSchema().toJson());
        if (!spec.outputSchema().isUnknown()) {
            tool.set(OUTPUT, spec.outputSchema().toJson());
        }
        spec.annotations().ifPresent(annotations -> tool.set(ANNOTATIONS, annotations));
        spec.meta().ifPresent(meta -> restore(tool, meta));
        return tool;
    }

    private static void restore(ObjectNode tool, JsonNode meta) {
        ObjectNode own = JsonNodeFactory.instance.objectNode();
        meta.properties().stream()
                .filter(member -> !member.getKey().equals(KEY))
                .forEach(member -> own.set(member.getKey(), member.getValue()));
        if (!own.isEmpty()) {
            tool.set(META, own);
        }
        meta.path(KEY).properties().stream()
                .filter(member -> !member.getKey().equals(NAME))
                .forEach(member -> tool.set(member.getKey(), member.getValue()));
    }
}
