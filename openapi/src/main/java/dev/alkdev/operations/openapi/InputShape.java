package dev.alkdev.operations.openapi;

import dev.alkdev.operations.schema.CompactTree;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One input object for the parameters and the body of a request, and the way back.
 *
 * <p>The rule: an object body that declares properties is merged in unless one of them has the name
 * of a parameter; any other body sits under {@code body}. Parameters that share a name, or are
 * called {@code body} while the body sits there, get their location as prefix.
 *
 * @param parameters by who gives their values
 * @param slots the parameters of the caller with their names in the input
 * @param body the media type that is sent; null for no body
 * @param merged the properties of the body among the input's own; null if it sits under a name
 * @param bodyDefaults sent for properties of a merged body that are not given
 */
record InputShape(
        Presets.Sorted parameters,
        List<Slot> slots,
        @Nullable Content body,
        boolean bodyRequired,
        @Nullable ObjectShape merged,
        Map<String, JsonNode> bodyDefaults,
        ObjectNode schema) {
    static final String BODY = "body";

    /**
     * A parameter under its name in the input.
     *
     * @param fallback sent if it is not given; missing if nothing is
     * @param preset whether the fallback is what the operator has set, and callers give nothing
     */
    record Slot(String key, Parameter parameter, JsonNode fallback, boolean preset) {

        /** What is sent; null for nothing. */
        @Nullable JsonNode value(JsonNode input) {
            JsonNode given = preset ? fallback : input.path(key);
            JsonNode value = given.isMissingNode() ? fallback : given;
            return value.isMissingNode() || value.isNull() ? null : value;
        }
    }

    static InputShape of(
            OperationModel model,
            Presets.Sorted parameters,
            SchemaParts parts,
            HttpServiceOptions service) {
        RequestBody body = model.body();
        Defaults defaults = service.defaults;
        List<Parameter> open = parameters.open();
        if (body == null) {
            List<Slot> slots = slots(open, Set.of(), defaults);
            ObjectNode schema = compact(schema(slots));
            return new InputShape(parameters, slots, null, false, null, Map.of(), schema);
        }
        Content content = choose(body.contents(), service.imports.bodyTypes);
        ObjectShape merged = merged(open, content, parts);
        Set<String> reserved = merged == null ? Set.of(BODY) : Set.of();
        List<Slot> slots = slots(open, reserved, defaults);
        ObjectNode schema = schema(slots);
        Map<String, JsonNode> filled = Map.of();
        if (merged == null) {
            addBody(schema, body, content, parts);
        } else {
            filled = defaults.of(merged, model.method());
            addMerged(schema, content, merged);
            addRequired(schema, merged, body.required(), filled.keySet());
            addDependent(schema, content, filled.keySet());
        }
        return new InputShape(
                parameters, slots, content, body.required(), merged, filled, compact(schema));
    }

    /** There are thousands of them, and nobody changes them any more. */
    private static ObjectNode compact(ObjectNode schema) {
        schema.set("properties", CompactTree.compact(schema.withObjectProperty("properties")));
        return CompactTree.compact(schema);
    }

    private static Content choose(List<Content> contents, List<String> preferred) {
        return preferred.stream()
                .flatMap(
                        type ->
                                contents.stream()
                                        .filter(it -> it.type().name().equalsIgnoreCase(type)))
                .findFirst()
                .orElseGet(
                        () -> Collections.min(contents, Comparator.comparingInt(BodyKind::rank)));
    }

    private static @Nullable ObjectShape merged(
            List<Parameter> parameters, Content content, SchemaParts parts) {
        BodyKind kind = BodyKind.of(content);
        if (kind == BodyKind.TEXT || kind == BodyKind.BINARY) {
            return null;
        }
        ObjectShape shape = ObjectShape.of(content.schema(), parts).orElse(null);
        if (shape == null) {
            return null;
        }
        Set<String> taken = new HashSet<>();
        slots(parameters, Set.of(), Defaults.NONE).forEach(slot -> taken.add(slot.key()));
        parameters.forEach(parameter -> taken.add(parameter.name()));
        boolean collides = shape.properties().keySet().stream().anyMatch(taken::contains);
        return collides ? null : shape;
    }

    private static List<Slot> slots(
            List<Parameter> parameters, Set<String> reserved, Defaults defaults) {
        Map<String, Integer> uses = new HashMap<>();
        parameters.forEach(parameter -> uses.merge(parameter.name(), 1, Integer::sum));
        Set<String> taken = new HashSet<>(reserved);
        uses.forEach(
                (name, count) -> {
                    if (count == 1 && !reserved.contains(name)) {
                        taken.add(name);
                    }
                });
        List<Slot> slots = new ArrayList<>(parameters.size());
        for (Parameter parameter : parameters) {
            String key = parameter.name();
            if (uses.getOrDefault(key, 0) > 1 || reserved.contains(key)) {
                do {
                    key = parameter.location().wireName + "_" + key;
                } while (!taken.add(key));
            }
            slots.add(new Slot(key, parameter, defaults.of(parameter), false));
        }
        return slots;
    }

    private static ObjectNode schema(List<Slot> slots) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        List<String> required = new ArrayList<>();
        for (Slot slot : slots) {
            properties.set(slot.key(), slot.parameter().schema());
            if (slot.parameter().required() && slot.fallback().isMissingNode()) {
                required.add(slot.key());
            }
        }
        if (!required.isEmpty()) {
            required.forEach(schema.putArray("required")::add);
        }
        return schema.put("additionalProperties", false);
    }

    private static void addBody(
            ObjectNode schema, RequestBody body, Content content, SchemaParts parts) {
        JsonNode part =
                switch (BodyKind.of(content)) {
                    case MULTIPART ->
                            BodyKind.isBinary(content.schema().view())
                                    ? SchemaParts.file(content.schema().view().description())
                                    : parts.part(content.schema());
                    case JSON, FORM -> parts.part(content.schema());
                    case TEXT -> parts.text(content);
                    case BINARY -> SchemaParts.file("");
                };
        schema.withObjectProperty("properties")
                .set(BODY, SchemaParts.described(part, body.description()));
        if (body.required()) {
            schema.withArrayProperty("required").add(BODY);
        }
    }

    private static void addMerged(ObjectNode schema, Content content, ObjectShape shape) {
        boolean multipart = BodyKind.of(content) == BodyKind.MULTIPART;
        ObjectNode properties = schema.withObjectProperty("properties");
        shape.properties()
                .forEach(
                        (name, part) ->
                                properties.set(
                                        name, multipart ? filePart(shape, name, part) : part));
        if (!shape.closed()) {
            schema.remove("additionalProperties");
        }
    }

    /**
     * Members that a body requires are required with it: of an optional body, once it is sent. Then
     * each member requires the first required one, which requires the rest: a list of all for each
     * member would grow with the square of the document.
     */
    private static void addRequired(
            ObjectNode schema, ObjectShape shape, boolean always, Set<String> filled) {
        List<String> names = shape.required().stream().filter(it -> !filled.contains(it)).toList();
        if (names.isEmpty()) {
            return;
        }
        if (always) {
            names.forEach(schema.withArrayProperty("required")::add);
            return;
        }
        String first = names.getFirst();
        require(schema, first, names.subList(1, names.size()));
        Stream.concat(names.stream().skip(1), shape.properties().keySet().stream())
                .filter(name -> !name.equals(first))
                .forEach(name -> require(schema, name, List.of(first)));
    }

    /** Adds the members that the body itself requires beside others. */
    private static void addDependent(ObjectNode schema, Content content, Set<String> filled) {
        JsonNode declared = content.schema().view().keyword("dependentRequired");
        for (Map.Entry<String, JsonNode> each : declared.properties()) {
            List<String> names = new ArrayList<>();
            each.getValue().forEach(name -> names.add(name.asString("")));
            names.removeIf(name -> name.isEmpty() || filled.contains(name));
            require(schema, each.getKey(), names);
        }
    }

    private static void require(ObjectNode schema, String member, List<String> names) {
        if (names.isEmpty()) {
            return;
        }
        ArrayNode required =
                schema.withObjectProperty("dependentRequired").withArrayProperty(member);
        Set<String> known = new HashSet<>();
        required.forEach(name -> known.add(name.asString("")));
        names.stream().filter(known::add).forEach(required::add);
    }

    private static JsonNode filePart(ObjectShape shape, String name, JsonNode part) {
        Place place = shape.places().get(name);
        if (place == null) {
            return part;
        }
        String description = place.view().description();
        if (BodyKind.isBinary(place.view())) {
            return SchemaParts.file(description);
        }
        if (BodyKind.isBinary(place.view().items())) {
            ObjectNode files = JsonNodeFactory.instance.objectNode().put("type", "array");
            files.set("items", SchemaParts.file(description));
            return files;
        }
        return part;
    }
}
