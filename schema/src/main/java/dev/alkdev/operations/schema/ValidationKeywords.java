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
        if (schema.value("enum") != null) {
            checks.add(new Enumeration(schema.location(), "enum", schema.list("enum")));
        }
        JsonNode constant = schema.value("const");
        if (constant != null && schema.rules().dialect() != Dialect.OPENAPI_3_0) {
            checks.add(new Enumeration(schema.location(), "const", List.of(constant)));
        }
    }

    /** Whether a newer schema has the flags of an older one. */
    private boolean hasFlags() {
        JsonNode minimum = schema.get("exclusiveMinimum");
        JsonNode maximum = schema.get("exclusiveMaximum");
        return schema.rules().dialect() == Dialect.OPENAPI_3_1
                && ((minimum != null && minimum.isBoolean())
                        || (maximum != null && maximum.isBoolean()));
    }

    void addBounds() {
        if (schema.rules().booleanExclusive() || hasFlags()) {
            boolean aboveMinimum = schema.flag("exclusiveMinimum");
            boolean belowMaximum = schema.flag("exclusiveMaximum");
            addBound(
                    aboveMinimum ? Bound.Side.EXCLUSIVE_MINIMUM : Bound.Side.MINIMUM,
                    schema.number("minimum"));
            addBound(
                    belowMaximum ? Bound.Side.EXCLUSIVE_MAXIMUM : Bound.Side.MAXIMUM,
                    schema.number("maximum"));
        } else {
            for (Bound.Side side : Bound.Side.values()) {
                addBound(side, schema.number(side.keyword));
            }
        }
        JsonNode divisor = schema.number("multipleOf");
        if (divisor != null) {
            if (divisor.decimalValue().signum() <= 0) {
                throw schema.wrong("multipleOf", "must be greater than 0");
            }
            checks.add(new MultipleOf(schema.location(), divisor.decimalValue()));
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
        if (schema.rules().isFrom2019()) {
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
