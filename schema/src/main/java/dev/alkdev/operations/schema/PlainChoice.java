package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Set;

/** An enum whose constants are written by their names. */
record PlainChoice(Class<?> type, List<Enum<?>> constants) implements PlainType {
    PlainChoice {
        constants = List.copyOf(constants);
    }

    @Override
    public ObjectNode schema() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "string");
        ArrayNode names = schema.putArray("enum");
        for (Enum<?> constant : constants) {
            names.add(constant.name());
        }
        return schema;
    }

    @Override
    public boolean collect(Set<Class<?>> written) {
        return written.add(type);
    }

    @Override
    public boolean hasValues() {
        return true;
    }

    @Override
    public @Nullable Object read(JsonNode json) {
        if (json.isNull()) {
            return null;
        }
        if (json.isString()) {
            String name = json.stringValue();
            for (Enum<?> constant : constants) {
                if (constant.name().equals(name)) {
                    return constant;
                }
            }
        }
        return UNFIT;
    }

    @Override
    public @Nullable JsonNode write(Object value) {
        return value instanceof Enum<?> constant
                ? JsonNodeFactory.instance.stringNode(constant.name())
                : null;
    }
}
