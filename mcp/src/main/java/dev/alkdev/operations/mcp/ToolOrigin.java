package dev.alkdev.operations.mcp;

import dev.alkdev.operations.NodePath;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.Optional;

/**
 * What an operation that was a tool of another server keeps of it: members of the tool that specs
 * have no place for, such as {@code icons}, and its name, under one key of {@code _meta}.
 */
final class ToolOrigin {
    static final String KEY = "dev.alkdev.operations/tool";

    private ToolOrigin() {}

    /** Whether it was a tool. */
    static boolean isTool(OperationSpec spec) {
        return kept(spec).isObject();
    }

    /** The name at its server, or that of the operation. */
    static String name(OperationSpec spec) {
        return kept(spec).path("name").asString(spec.name());
    }

    /** The members of the tool that the spec has no place for. */
    static ObjectNode tool(OperationSpec spec) {
        return kept(spec) instanceof ObjectNode tool
                ? tool.deepCopy()
                : JsonNodeFactory.instance.objectNode();
    }

    /** {@code _meta} as the server gave it. */
    static Optional<JsonNode> meta(OperationSpec spec) {
        return spec.meta()
                .map(meta -> Via.without((ObjectNode) meta.deepCopy()).without(KEY))
                .filter(meta -> !meta.isEmpty())
                .map(JsonNode.class::cast);
    }

    /** The hubs that the tool passed before this one. */
    static ArrayNode via(OperationRegistry registry, OperationSpec spec) {
        ArrayNode via = JsonNodeFactory.instance.arrayNode();
        NodePath.of(registry, spec).stream().skip(1).forEach(via::add);
        return via;
    }

    private static JsonNode kept(OperationSpec spec) {
        return spec.meta()
                .map(meta -> meta.path(KEY))
                .orElseGet(JsonNodeFactory.instance::missingNode);
    }
}
