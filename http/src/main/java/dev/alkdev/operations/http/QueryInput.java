package dev.alkdev.operations.http;

import dev.alkdev.operations.schema.JsonType;
import dev.alkdev.operations.schema.SchemaView;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes an input from query parameters, typed by its schema. */
final class QueryInput {
    private static final Set<JsonType> NESTED = Set.of(JsonType.ARRAY, JsonType.OBJECT);

    private QueryInput() {}

    static ObjectNode read(SchemaView schema, Map<String, List<String>> parameters) {
        ObjectNode input = JsonNodeFactory.instance.objectNode();
        parameters.forEach((name, texts) -> input.set(name, schema.property(name).fromText(texts)));
        return input;
    }

    /** Whether a property can be written in the query part of an address. */
    static boolean isFlat(SchemaView property) {
        Set<JsonType> types = withoutNull(property.types());
        if (types.equals(Set.of(JsonType.ARRAY))) {
            types = property.items().types();
        }
        return !types.isEmpty() && Collections.disjoint(types, NESTED);
    }

    /** The types of an optional value, whose absence needs no parameter. */
    static Set<JsonType> withoutNull(Set<JsonType> types) {
        EnumSet<JsonType> others = EnumSet.noneOf(JsonType.class);
        others.addAll(types);
        others.remove(JsonType.NULL);
        return others;
    }
}
