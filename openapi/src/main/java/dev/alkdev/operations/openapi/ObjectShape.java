package dev.alkdev.operations.openapi;

import dev.alkdev.operations.schema.DeclaredProperties;
import dev.alkdev.operations.schema.SchemaPart;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The properties that an object schema declares. What else it demands of the object as a whole is
 * left to the server.
 *
 * @param properties each one's schema as a part of a composed one
 * @param places where each one's schema is, the first if there are several
 * @param closed whether no other property is allowed
 */
record ObjectShape(
        Map<String, JsonNode> properties,
        Map<String, Place> places,
        Set<String> required,
        boolean closed) {

    /** The shape of a schema; empty if it is not an object with declared properties. */
    static Optional<ObjectShape> of(Place schema, SchemaParts parts) {
        return parts.isUsable(schema)
                ? DeclaredProperties.of(schema.view()).map(it -> of(it, schema, parts))
                : Optional.empty();
    }

    private static ObjectShape of(DeclaredProperties declared, Place schema, SchemaParts parts) {
        Map<String, Set<JsonNode>> all = new LinkedHashMap<>();
        Map<String, Place> places = new LinkedHashMap<>();
        Map<String, Place> around = new HashMap<>();
        declared.schemas()
                .forEach(
                        (name, written) -> {
                            for (SchemaPart each : written) {
                                Place place = around(each, schema, around).child(name);
                                places.putIfAbsent(name, place);
                                all.computeIfAbsent(name, any -> new LinkedHashSet<>())
                                        .add(parts.part(place));
                            }
                        });
        Map<String, JsonNode> properties = new LinkedHashMap<>();
        all.forEach((name, each) -> properties.put(name, all(each)));
        return new ObjectShape(properties, places, declared.required(), declared.closed());
    }

    /** The object of all properties around one, looked for once. */
    private static Place around(SchemaPart property, Place schema, Map<String, Place> known) {
        String pointer = property.pointer();
        return known.computeIfAbsent(pointer.substring(0, pointer.lastIndexOf('/')), schema::at);
    }

    /** One schema for the different schemas that a value has to fit together. */
    private static JsonNode all(Set<JsonNode> schemas) {
        if (schemas.size() == 1) {
            return schemas.iterator().next();
        }
        ObjectNode all = JsonNodeFactory.instance.objectNode();
        schemas.forEach(all.putArray("allOf")::add);
        return all;
    }
}
