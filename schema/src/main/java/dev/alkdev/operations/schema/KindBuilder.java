package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads one schema as a kind. References are followed only when a value needs it. For one thread.
 */
final class KindBuilder {
    private static final ObjectNode NOTHING = JsonNodeFactory.instance.objectNode();

    private static final int MAX_DEPTH = 500;

    private final CastPlan plan;
    private final Located schema;
    private int depth;

    KindBuilder(CastPlan plan, Located schema) {
        this.plan = plan;
        this.schema = schema;
    }

    Kind build() {
        return build(schema.node());
    }

    private Kind build(JsonNode schema) {
        return build(schema, schema.isObject() ? schema : NOTHING);
    }

    private Kind build(JsonNode schema, JsonNode options) {
        if (++depth > MAX_DEPTH) {
            throw new CastException("schemas nested more than " + MAX_DEPTH + " levels deep");
        }
        try {
            Kind kind = kind(schema, options);
            return isNullable(schema) ? new NullableKind(kind) : kind;
        } finally {
            depth--;
        }
    }

    private boolean isNullable(JsonNode schema) {
        return schema.path("nullable").asBoolean(false)
                && this.schema.resource().rules().dialect().isOpenApi();
    }

    private Kind kind(JsonNode schema, JsonNode options) {
        if (schema.path("allOf").isArray()) {
            return combine(schema, "allOf", options);
        }
        if (schema.path("anyOf").isArray()) {
            return combine(schema, "anyOf", options);
        }
        if (schema.path("oneOf").isArray()) {
            return combine(schema, "oneOf", options);
        }
        if (schema.path("enum").isArray()) {
            return literals(schema.get("enum"));
        }
        if (!plan.isExact() && schema.path("type").isArray()) {
            return eachType(schema, options);
        }
        String type = type(schema);
        if (type.equals("object") && schema.path("properties").isObject()) {
            return object(schema, options);
        }
        JsonNode items = schema.path("items");
        if (type.equals("array") && items.isArray()) {
            return new TupleKind(options, buildAll(items));
        }
        if (type.equals("array") && items.isObject()) {
            return new ListKind(options, build(items), optional(options, "contains"));
        }
        if (schema.has("const")) {
            return new LiteralKind(options, schema.get("const"));
        }
        if (schema.path("$ref").isString()) {
            return new RefKind(options, schema.get("$ref").asString(), this.schema, plan);
        }
        return scalar(type, options);
    }

    private String type(JsonNode schema) {
        JsonNode type = schema.path("type");
        boolean untyped = type.isMissingNode() && !plan.isExact();
        return untyped && schema.has("properties")
                ? "object"
                : type.isString() ? type.asString() : "";
    }

    /** A list of types, which TypeBox does not know, as alternatives. */
    private Kind eachType(JsonNode schema, JsonNode options) {
        List<Kind> kinds = new ArrayList<>();
        for (JsonNode type : schema.get("type")) {
            ObjectNode single = Normalizer.copy(options);
            single.set("type", type);
            single.remove("default");
            kinds.add(build(single));
        }
        return kinds.isEmpty() ? new NeverKind(options) : new UnionKind(options, kinds);
    }

    private Kind scalar(String type, JsonNode options) {
        return switch (type) {
            case "string" -> new TextKind(options, plan.isExact());
            case "number" -> new NumberKind(options, false);
            case "integer" -> new NumberKind(options, true);
            case "boolean" -> new BooleanKind(options);
            case "null" -> new LiteralKind(options, NullNode.getInstance());
            default -> new UnknownKind(options);
        };
    }

    private Kind combine(JsonNode schema, String keyword, JsonNode options) {
        JsonNode members = schema.get(keyword);
        if (members.isEmpty()) {
            return new NeverKind(options);
        }
        if (members.size() == 1) {
            JsonNode only = members.get(0);
            ObjectNode merged = JsonNodeFactory.instance.objectNode();
            options.forEachEntry(
                    (name, value) -> {
                        if (!name.equals(keyword)) {
                            merged.set(name, value);
                        }
                    });
            if (only.isObject()) {
                only.forEachEntry(merged::set);
            }
            return build(only, merged);
        }
        List<Kind> kinds = buildAll(members);
        return keyword.equals("allOf")
                ? new IntersectKind(options, kinds, optional(options, "unevaluatedProperties"))
                : new UnionKind(options, kinds);
    }

    private Kind literals(JsonNode values) {
        List<Kind> literals = new ArrayList<>();
        values.forEach(value -> literals.add(new LiteralKind(NOTHING, value)));
        return switch (literals.size()) {
            case 0 -> new NeverKind(NOTHING);
            case 1 -> literals.getFirst();
            default -> new UnionKind(NOTHING, literals);
        };
    }

    private Kind object(JsonNode schema, JsonNode options) {
        List<String> required = new ArrayList<>();
        schema.path("required").forEach(name -> required.add(name.asString("")));
        Map<String, RecordKind.Field> fields = new LinkedHashMap<>();
        schema.get("properties")
                .forEachEntry(
                        (name, property) ->
                                fields.put(
                                        name,
                                        new RecordKind.Field(
                                                build(property), required.contains(name))));
        return new RecordKind(options, fields, optional(options, "additionalProperties"));
    }

    private List<Kind> buildAll(JsonNode schemas) {
        List<Kind> kinds = new ArrayList<>();
        schemas.forEach(schema -> kinds.add(build(schema)));
        return kinds;
    }

    /** The kind of a schema among the options, or null if there is none. */
    private @Nullable Kind optional(JsonNode options, String keyword) {
        JsonNode schema = options.get(keyword);
        return schema != null && schema.isObject() ? build(schema) : null;
    }
}
