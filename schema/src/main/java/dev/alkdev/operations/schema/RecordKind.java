package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.Map;

/** An object with declared properties. */
final class RecordKind extends Kind {

    /** A declared property. */
    record Field(Kind kind, boolean required) {}

    private final Map<String, Field> fields;
    private final @Nullable Kind additional;

    RecordKind(JsonNode options, Map<String, Field> fields, @Nullable Kind additional) {
        super(options);
        this.fields = fields;
        this.additional = additional;
    }

    Map<String, Field> fields() {
        return fields;
    }

    @Override
    boolean accepts(@Nullable JsonNode value, int depth) {
        return value != null
                && value.isObject()
                && hasRightSize(value)
                && hasRightFields(value, depth + 1)
                && hasRightOthers(value, depth + 1);
    }

    private boolean hasRightSize(JsonNode value) {
        Double min = limit("minProperties");
        Double max = limit("maxProperties");
        return (min == null || value.size() >= min) && (max == null || value.size() <= max);
    }

    private boolean hasRightFields(JsonNode value, int depth) {
        for (Map.Entry<String, Field> field : fields.entrySet()) {
            JsonNode child = value.get(field.getKey());
            boolean absent = child == null;
            if (absent ? field.getValue().required : !field.getValue().kind.accepts(child, depth)) {
                return false;
            }
        }
        return true;
    }

    private boolean hasRightOthers(JsonNode value, int depth) {
        JsonNode option = option("additionalProperties");
        if (option == null || (additional == null && option.asBoolean(true))) {
            return true;
        }
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            if (!fields.containsKey(member.getKey())
                    && (additional == null || !additional.accepts(member.getValue(), depth))) {
                return false;
            }
        }
        return true;
    }

    @Override
    JsonNode make(int depth) {
        ObjectNode made = JsonNodeFactory.instance.objectNode();
        fields.forEach(
                (name, field) -> {
                    if (field.required) {
                        made.set(name, field.kind.create(depth));
                    }
                });
        return made;
    }

    @Override
    JsonNode replace(@Nullable JsonNode value, int depth) {
        if (value == null || !value.isContainer()) {
            return create(depth);
        }
        ObjectNode cast = JsonNodeFactory.instance.objectNode();
        fields.forEach(
                (name, field) -> {
                    JsonNode child = value.get(name);
                    if (child != null || field.required) {
                        set(cast, name, field.kind.cast(child, depth));
                    }
                });
        if (additional != null) {
            value.forEachEntry(
                    (name, child) -> {
                        if (!fields.containsKey(name)) {
                            set(cast, name, additional.cast(child, depth));
                        }
                    });
        }
        return cast;
    }

    private static void set(ObjectNode object, String name, @Nullable JsonNode value) {
        if (value != null) {
            object.set(name, value);
        }
    }
}
