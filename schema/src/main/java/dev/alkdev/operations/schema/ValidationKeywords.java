package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Map;

/** Compiles the keywords that assert something of the value itself, except those of strings. */
final class ValidationKeywords {
    private final SchemaReader schema;
    private final List<Check> checks;

    ValidationKeywords(SchemaReader schema, List<Check> checks) {
        this.schema = schema;
        this.checks = checks;
    }

    /** The types that {@code type} accepts. */
    static int types(SchemaReader schema) {
        JsonNode type = schema.get("type");
        if (type == null) {
            return JsonType.ANY;
        }
        int types = 0;
        if (type.isString()) {
            types = mask(schema, type.asString());
        } else {
            for (String name : schema.strings("type")) {
                types |= mask(schema, name);
            }
        }
        return types;
    }

    private static int mask(SchemaReader schema, String name) {
        JsonType type = JsonType.named(name);
        if (type == null) {
            throw schema.wrong(
                    "type", "must be one of null, boolean, integer, number, string, array, object");
        }
        return type.mask();
    }

    void addType() {
        int types = types(schema);
        if (types != JsonType.ANY && JsonType.INTEGER.isIn(types)) {
            checks.add(new TypedNumber(schema.location(), types));
        }
    }

    void addEnumeration() {
        JsonNode values = schema.value("enum");
        if (values != null) {
            if (values.isEmpty() && schema.resource().library().isTolerant()) {
                throw schema.wrong("enum", "must hold at least one value");
            }
            checks.add(new Enumeration(schema.location(), "enum", schema.list("enum")));
        }
        JsonNode constant = schema.value("const");
        if (constant != null && schema.rules().dialect() != Dialect.OPENAPI_3_0) {
            checks.add(new Enumeration(schema.location(), "const", List.of(constant)));
        }
    }

    void addBounds() {
        addBounds(Bound.Side.MINIMUM, Bound.Side.EXCLUSIVE_MINIMUM);
        addBounds(Bound.Side.MAXIMUM, Bound.Side.EXCLUSIVE_MAXIMUM);
        JsonNode divisor = schema.number("multipleOf");
        if (divisor != null) {
            if (divisor.decimalValue().signum() <= 0) {
                throw schema.wrong("multipleOf", "must be greater than 0");
            }
            checks.add(new MultipleOf(schema.location(), divisor.decimalValue()));
        }
    }

    /** In OpenAPI the exclusive bound may be a flag, which older versions have. */
    private void addBounds(Bound.Side inclusive, Bound.Side exclusive) {
        JsonNode flag = schema.get(exclusive.keyword);
        JsonNode limit = schema.number(inclusive.keyword);
        if (flag != null && flag.isBoolean() && schema.rules().hasExclusiveFlags()) {
            addBound(flag.booleanValue() ? exclusive : inclusive, limit);
        } else {
            addBound(inclusive, limit);
            addBound(exclusive, schema.number(exclusive.keyword));
        }
    }

    private void addBound(Bound.Side side, @Nullable JsonNode limit) {
        if (limit != null) {
            checks.add(new Bound(schema.location(), side, limit));
        }
    }

    void addSizes() {
        for (Size.Limit limit : Size.Limit.values()) {
            int count = schema.count(limit.keyword, -1);
            if (count >= 0) {
                checks.add(new Size(schema.location(), limit, count));
            }
        }
        if (schema.flag("uniqueItems")) {
            checks.add(new UniqueItems(schema.location()));
        }
    }

    void addDependentRequired() {
        // Inputs composed for OpenAPI 3.0 have it, too.
        if (schema.rules().isFrom2019() || schema.rules().dialect().isOpenApi()) {
            for (Map.Entry<String, JsonNode> entry : schema.map("dependentRequired").entrySet()) {
                add("dependentRequired", entry.getKey(), entry.getValue());
            }
        }
        for (Map.Entry<String, JsonNode> entry : schema.map("dependencies").entrySet()) {
            if (entry.getValue().isArray()) {
                add("dependencies", entry.getKey(), entry.getValue());
            }
        }
    }

    private void add(String keyword, String trigger, JsonNode required) {
        if (!required.isArray()) {
            throw schema.wrong(keyword, "must map names to arrays of names");
        }
        List<String> names = schema.strings(List.copyOf(required.values()), keyword);
        checks.add(new DependentRequired(schema.location(), keyword, trigger, names));
    }
}
