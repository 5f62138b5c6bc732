package dev.alkdev.operations.openapi;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The properties that an object schema declares, found through {@code $ref} and {@code allOf}. What
 * else it demands of the object as a whole is left to the server.
 */
final class ObjectShape {
    private static final int MAX_DEPTH = 30;

    private final SchemaParts parts;
    private final Map<String, Place> places = new LinkedHashMap<>();
    private final Map<String, JsonNode> properties = new LinkedHashMap<>();
    private final Set<String> required = new LinkedHashSet<>();
    private boolean declares;
    private boolean closed;

    private ObjectShape(SchemaParts parts) {
        this.parts = parts;
    }

    /** The shape of a schema; empty if it is not an object with declared properties. */
    static Optional<ObjectShape> of(Place schema, SchemaParts parts) {
        ObjectShape shape = new ObjectShape(parts);
        boolean object =
                shape.collect(schema, 0, Collections.newSetFromMap(new IdentityHashMap<>()));
        shape.required.removeIf(shape::isReadOnly);
        return object && shape.declares ? Optional.of(shape) : Optional.empty();
    }

    /** Each property's schema as a part of a composed one. */
    Map<String, JsonNode> properties() {
        return properties;
    }

    /** Where a property's schema is, if it is in one place. */
    Map<String, Place> places() {
        return places;
    }

    /** The default of a property; missing if it has none. */
    JsonNode declaredDefault(String name) {
        Place place = places.get(name);
        return place == null || isReadOnly(name)
                ? MissingNode.getInstance()
                : SchemaParts.declaredDefault(place);
    }

    Set<String> required() {
        return required;
    }

    /** Whether it allows no other property. */
    boolean isClosed() {
        return closed;
    }

    private boolean collect(Place given, int depth, Set<JsonNode> seen) {
        Place schema;
        try {
            schema = given.resolved();
        } catch (BrokenReferenceException broken) {
            return false;
        }
        if (depth > MAX_DEPTH || !mayBeObject(schema)) {
            return false;
        }
        if (!seen.add(schema.node())) {
            // Branches may share what they are made of: a second look adds nothing but time.
            return true;
        }
        Place declared = schema.child("properties");
        declares |= declared.node().isObject();
        declared.forEachMember(this::add);
        for (Place name : schema.child("required").items()) {
            required.add(name.node().asString(""));
        }
        closed |= depth == 0 && isFalse(schema.node().path("additionalProperties"));
        for (Place branch : schema.child("allOf").items()) {
            if (!collect(branch, depth + 1, seen)) {
                return false;
            }
        }
        return true;
    }

    private static boolean mayBeObject(Place schema) {
        JsonNode type = schema.node().path("type");
        if (!schema.node().isObject()) {
            return false;
        }
        if (type.isArray()) {
            for (JsonNode each : type) {
                if (!each.asString("").equals("object") && !each.asString("").equals("null")) {
                    return false;
                }
            }
            return true;
        }
        return type.isMissingNode() || type.asString("").equals("object");
    }

    private static boolean isFalse(JsonNode node) {
        return node.isBoolean() && !node.booleanValue();
    }

    private void add(String name, Place place) {
        JsonNode part = parts.part(place);
        JsonNode before = properties.get(name);
        if (before == null) {
            places.put(name, place);
            properties.put(name, part);
        } else if (!before.equals(part)) {
            ObjectNode both = JsonNodeFactory.instance.objectNode();
            both.putArray("allOf").add(before).add(part);
            properties.put(name, both);
        }
    }

    /** What only the server may set cannot be required of a caller. */
    private boolean isReadOnly(String name) {
        Place place = places.get(name);
        return place != null && SchemaParts.isFlagged(place, "readOnly");
    }
}
