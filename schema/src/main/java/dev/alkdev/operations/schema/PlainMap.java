package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** A map from texts. */
record PlainMap(PlainType content) implements PlainType {

    @Override
    public ObjectNode schema() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        if (!content.equals(new PlainScalar(Object.class))) {
            schema.set("additionalProperties", content.schema());
        }
        return schema;
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
            return null;
        }
        if (!json.isObject()) {
            return UNFIT;
        }
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : json.properties()) {
            Object value = content.read(entry.getValue());
            if (value == UNFIT) {
                return UNFIT;
            }
            values.put(entry.getKey(), value);
        }
        return values;
    }

    @Override
    public @Nullable JsonNode write(Object value) {
        if (!(value instanceof Map<?, ?> values)) {
            return null;
        }
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<?, ?> entry : values.entrySet()) {
            Object each = entry.getValue();
            JsonNode written = each == null ? object.nullNode() : content.write(each);
            if (written == null || !(entry.getKey() instanceof String name)) {
                return null;
            }
            object.set(name, written);
        }
        return object;
    }
}
