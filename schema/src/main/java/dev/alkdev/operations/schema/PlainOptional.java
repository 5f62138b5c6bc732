package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Optional;
import java.util.Set;

/** A value that may be missing. */
record PlainOptional(PlainType content) implements PlainType {

    @Override
    public ObjectNode schema() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        schema.putArray("anyOf").add(content.schema()).addObject().put("type", "null");
        return schema;
    }

    @Override
    public ObjectNode memberSchema() {
        ObjectNode schema = content.schema();
        allowNull(schema);
        return schema;
    }

    /** Makes a schema accept null. */
    static void allowNull(ObjectNode schema) {
        if (schema.has("enum")) {
            ObjectNode other = schema.deepCopy();
            schema.removeAll();
            schema.putArray("anyOf").add(schema.objectNode().put("type", "null")).add(other);
        } else if (schema.path("type").isString()) {
            String type = schema.get("type").stringValue();
            // In the same place.
            schema.putArray("type").add(type).add("null");
        }
    }

    @Override
    public boolean collect(Set<Class<?>> written) {
        return content.collect(written);
    }

    @Override
    public boolean hasValues() {
        return content.hasValues();
    }

    @Override
    public @Nullable Object read(JsonNode json) {
        if (json.isNull()) {
            return Optional.empty();
        }
        Object value = content.read(json);
        return value == UNFIT || value == null ? UNFIT : Optional.of(value);
    }

    @Override
    public @Nullable JsonNode write(Object value) {
        if (!(value instanceof Optional<?> optional)) {
            return null;
        }
        return optional.isPresent() ? content.write(optional.get()) : NullNode.getInstance();
    }
}
