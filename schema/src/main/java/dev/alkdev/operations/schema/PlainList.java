package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** A list, set or collection; values of lists and collections are read here. */
record PlainList(Class<?> type, PlainType item) implements PlainType {

    @Override
    public ObjectNode schema() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "array");
        schema.set("items", item.schema());
        return schema;
    }

    @Override
    public boolean collect(Set<Class<?>> written) {
        return item.collect(written);
    }

    @Override
    public boolean hasValues() {
        return type != Set.class && item.hasValues();
    }

    @Override
    public @Nullable Object read(JsonNode json) {
        if (json.isNull()) {
            return null;
        }
        if (!json.isArray()) {
            return UNFIT;
        }
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < json.size(); i++) {
            Object value = item.read(json.get(i));
            if (value == UNFIT) {
                return UNFIT;
            }
            values.add(value);
        }
        return values;
    }

    @Override
    public @Nullable JsonNode write(Object value) {
        if (!(value instanceof Collection<?> values)) {
            return null;
        }
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (Object each : values) {
            JsonNode written = each == null ? array.nullNode() : item.write(each);
            if (written == null) {
                return null;
            }
            array.add(written);
        }
        return array;
    }
}
