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
    boolean check(@Nullable JsonNode value, CastRun run) {
        return value != null
                && value.isObject()
                && hasRightSize(value)
                && hasRightFields(value, run)
                && hasRightOthers(value, run);
    }

    private boolean hasRightSize(JsonNode value) {
        Double min = limit("minProperties");
        Double max = limit("maxProperties");
        return (min == null || value.size() >= min) && (max == null || value.size() <= max);
    }

    private boolean hasRightFields(JsonNode value, CastRun run) {
        for (Map.Entry<String, Field> field : fields.entrySet()) {
            JsonNode child = value.get(field.getKey());
            boolean absent = child == null;
            if (absent ? field.getValue().required : !field.getValue().kind.accepts(child, run)) {
                return false;
            }
        }
        return true;
    }

    private boolean hasRightOthers(JsonNode value, CastRun run) {
        JsonNode option = option("additionalProperties");
        if (option == null || (additional == null && option.asBoolean(true))) {
            return true;
        }
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            if (!fields.containsKey(member.getKey())
                    && (additional == null || !additional.accepts(member.getValue(), run))) {
                return false;
            }
        }
        return true;
    }

    @Override
    JsonNode make(CastRun run) {
        ObjectNode made = JsonNodeFactory.instance.objectNode();
        fields.forEach(
                (name, field) -> {
                    if (field.required) {
                        made.set(name, field.kind.create(run));
                    }
                });
        return made;
    }

    @Override
    JsonNode replace(@Nullable JsonNode value, CastRun run) {
        if (value == null || !value.isContainer()) {
            return create(run);
        }
        ObjectNode cast = JsonNodeFactory.instance.objectNode();
        fields.forEach(
                (name, field) -> {
                    JsonNode child = value.get(name);
                    if (child != null || field.required) {
                        set(cast, name, field.kind.cast(child, run));
                    }
                });
        if (additional != null) {
            value.forEachEntry(
                    (name, child) -> {
                        if (!fields.containsKey(name)) {
                            set(cast, name, additional.cast(child, run));
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
