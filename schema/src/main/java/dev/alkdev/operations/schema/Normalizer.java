package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Map;

/**
 * Brings values into the shape of a schema without loss. A schema that stands alone is applied
 * directly and costs nothing where nothing is to be done; where several schemas apply to one value,
 * they are {@linkplain Overlay laid over each other} first.
 */
final class Normalizer {
    private Normalizer() {}

    static JsonNode normalize(Compiled schema, JsonNode value, Scope scope) {
        Shape shape = schema.shape();
        if (!shape.plain) {
            Verdicts known = scope.verdicts();
            return known == null
                    ? Overlay.of(schema, value, scope).normalize(value)
                    : known.normal(
                            schema,
                            value,
                            scope,
                            () -> Overlay.of(schema, value, scope).normalize(value));
        }
        return switch (value.getNodeType()) {
            case OBJECT ->
                    shape.object == null ? value : object(schema, shape.object, value, scope);
            case ARRAY -> shape.items == null ? value : array(shape.items, value, scope);
            case STRING, NUMBER, BOOLEAN ->
                    shape.types == JsonType.ANY && shape.enumeration == null
                            ? value
                            : ScalarConversion.convert(value, shape.types, shape.enumeration);
            case NULL, BINARY, MISSING, POJO -> value;
        };
    }

    private static JsonNode object(
            Compiled schema, ObjectCheck check, JsonNode value, Scope scope) {
        if (check.work() > 0) {
            scope.spend(check.work());
        }
        ObjectNode changed = null;
        int found = 0;
        for (ObjectCheck.Property property : check.properties()) {
            if (property.schema() == null) {
                continue;
            }
            JsonNode child = value.get(property.name());
            JsonNode normal;
            if (child == null) {
                normal = defaultOf(property.schema(), scope);
            } else {
                found++;
                normal = normalize(property.schema(), child, scope);
            }
            if (normal != child && normal != null) {
                changed = changed == null ? copy(value) : changed;
                changed.set(property.name(), normal);
            }
        }
        JsonNode normal = changed == null ? value : changed;
        boolean others = found < value.size();
        return others && check.caresForOthers() ? others(schema, check, normal, scope) : normal;
    }

    private static JsonNode others(
            Compiled schema, ObjectCheck check, JsonNode value, Scope scope) {
        ObjectNode changed = null;
        Overlay.Layer layer = new Overlay.Layer(schema, scope, true);
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            String name = member.getKey();
            if (check.isDeclared(name)) {
                continue;
            }
            Overlay overlay = new Overlay();
            boolean known = overlay.addChild(check, name, layer) || schema.shape().mentions(name);
            JsonNode child = member.getValue();
            if (!known && schema.shape().strips()) {
                changed = changed == null ? copy(value) : changed;
                changed.remove(name);
                continue;
            }
            JsonNode normal = overlay.resolve(child).normalize(child);
            if (normal != child) {
                changed = changed == null ? copy(value) : changed;
                changed.set(name, normal);
            }
        }
        return changed == null ? value : changed;
    }

    private static JsonNode array(ItemsCheck items, JsonNode value, Scope scope) {
        ArrayNode changed = null;
        for (int i = 0; i < value.size(); i++) {
            Compiled schema = items.schemaOf(i);
            if (schema == null) {
                break;
            }
            scope.pass(i);
            JsonNode child = value.get(i);
            JsonNode normal = normalize(schema, child, scope);
            if (normal != child) {
                changed = changed == null ? copyOf(value) : changed;
                changed.set(i, normal);
            }
        }
        return changed == null ? value : changed;
    }

    /** A new, normalized value for a missing property, or null if the schema has no default. */
    static @Nullable JsonNode defaultOf(Compiled schema, Scope scope) {
        Shape shape = schema.shape();
        if (shape.defaultValue != null) {
            return filled(schema, shape.defaultValue.deepCopy(), scope);
        }
        if (shape.plain) {
            return null;
        }
        Scope inner = schema.enter(scope);
        for (Check check : shape.inPlace) {
            JsonNode found = defaultOf(check, inner);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /**
     * A default in its normal form; null if that would need the same default again inside itself,
     * and so without end.
     */
    private static @Nullable JsonNode filled(Compiled schema, JsonNode value, Scope scope) {
        if (!value.isContainer()) {
            return normalize(schema, value, scope);
        }
        DefaultFilling defaults = scope.evaluation().defaults();
        if (!defaults.begin(schema)) {
            return null;
        }
        JsonNode normal = normalize(schema, value, scope);
        return defaults.end(schema) ? normal : null;
    }

    private static @Nullable JsonNode defaultOf(Check check, Scope scope) {
        if (check instanceof Reference reference) {
            return defaultOf(reference.target(scope), reference.enter(scope));
        }
        if (check instanceof Combination combination
                && combination.mode() == Combination.Mode.ALL) {
            for (Compiled branch : combination.branches()) {
                JsonNode found = defaultOf(branch, scope);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    static ObjectNode copy(JsonNode object) {
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        object.forEachEntry(copy::set);
        return copy;
    }

    static ArrayNode copyOf(JsonNode array) {
        return JsonNodeFactory.instance.arrayNode(array.size()).addAll(List.copyOf(array.values()));
    }
}
