package dev.alkdev.operations.openapi;

import dev.alkdev.operations.schema.DeclaredProperties;
import dev.alkdev.operations.schema.JsonType;
import dev.alkdev.operations.schema.SchemaPart;
import dev.alkdev.operations.web.MediaType;

import tools.jackson.databind.node.MissingNode;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the data of the events of a stream is, by the type of event.
 *
 * @param usual of every other event
 * @param byEvent of the events of a type
 * @param ofHub whether the events are those of a registry's own gateway
 */
record EventData(Kind usual, Map<String, Kind> byEvent, boolean ofHub) {
    private EventData(Kind usual, Map<String, Kind> byEvent) {
        this(usual, byEvent, false);
    }

    /** How data is read, and where its schema is; a missing place if not given. */
    record Kind(Form form, Place schema) {}

    /** What the text of an event's data is taken for. */
    enum Form {
        /** Text, whatever it looks like. */
        TEXT,
        /** JSON wherever it can be read as such. */
        JSON,
        /** JSON if it looks like an object or an array. */
        GUESS
    }

    Form form(String event) {
        return byEvent.getOrDefault(event, usual).form;
    }

    /**
     * The data of the events that a content describes. A {@code schema} is about the data; an
     * {@code itemSchema} of OpenAPI 3.2 is about the event, of which data is one member, unless it
     * does not mention any.
     */
    static EventData of(Content content) {
        Place schema = content.schema();
        Place around = schema.parent();
        if (around != null && around.has(HubDocument.EVENTS)) {
            return new EventData(new Kind(Form.JSON, schema), Map.of(), true);
        }
        Map<String, Kind> byEvent = new LinkedHashMap<>();
        if (!schema.token().equals("itemSchema")) {
            return new EventData(plain(schema), byEvent);
        }
        Place data = property(DeclaredProperties.of(schema.view()), "data", schema);
        for (DeclaredProperties branch : DeclaredProperties.ofBranches(schema.view())) {
            Place own = property(Optional.of(branch), "data", schema);
            Kind kind = kind(own.exists() ? own : data);
            types(property(Optional.of(branch), "event", schema))
                    .forEach(it -> byEvent.put(it, kind));
        }
        if (!data.exists() && byEvent.isEmpty()) {
            return new EventData(plain(schema), byEvent);
        }
        return new EventData(kind(data), byEvent);
    }

    private static Place property(
            Optional<DeclaredProperties> declared, String name, Place schema) {
        return place(declared.map(it -> it.schemas().get(name)).map(List::getFirst), schema);
    }

    private static Place place(Optional<SchemaPart> part, Place schema) {
        return part.map(it -> schema.at(it.pointer()))
                .orElseGet(() -> schema.holding(MissingNode.getInstance()));
    }

    private static List<String> types(Place event) {
        return event.view().enumValues().stream().map(it -> it.asString("")).toList();
    }

    /** The data of an event as its own schema has it: a text, which may hold JSON. */
    private static Kind kind(Place data) {
        String type = data.view().keyword("contentMediaType").asString("");
        Place inside = place(SchemaPart.under("contentSchema", data.view()), data);
        if (MediaType.parse(type).isJson() || (type.isEmpty() && inside.exists())) {
            return new Kind(Form.JSON, inside);
        }
        return plain(data);
    }

    private static Kind plain(Place schema) {
        Set<JsonType> types = schema.view().types();
        if (types.equals(Set.of(JsonType.STRING))) {
            return new Kind(Form.TEXT, schema);
        }
        return new Kind(types.isEmpty() ? Form.GUESS : Form.JSON, schema);
    }
}
