package dev.alkdev.operations.tools;

import dev.alkdev.operations.schema.JsonType;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaRewrite;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Set;

/**
 * How the arguments of a tool become the input of an operation. Arguments are objects: an input
 * that cannot be one is their member {@value #MEMBER}. Immutable; threads may share it.
 */
public final class ToolInput {
    /** The argument that holds an input that is no object. */
    public static final String MEMBER = "input";

    private final boolean wraps;

    private ToolInput(boolean wraps) {
        this.wraps = wraps;
    }

    public static ToolInput of(Schema input) {
        return new ToolInput(!mayBeObject(input));
    }

    private static boolean mayBeObject(Schema schema) {
        Set<JsonType> types = schema.view().types();
        return schema.isUnknown() || types.isEmpty() || types.contains(JsonType.OBJECT);
    }

    /** The input that arguments represent. */
    public JsonNode input(JsonNode arguments) {
        if (!wraps) {
            return arguments;
        }
        JsonNode input = arguments.get(MEMBER);
        return input == null ? NullNode.getInstance() : input;
    }

    /** The schema of the arguments, given that of the input. */
    public ObjectNode schema(JsonNode input) {
        if (wraps) {
            return SchemaRewrite.wrapped(MEMBER, input);
        }
        return input instanceof ObjectNode object
                ? SchemaRewrite.typed(object)
                : JsonNodeFactory.instance.objectNode().put("type", "object");
    }
}
