package dev.alkdev.operations.http;

import dev.alkdev.operations.SourceStatus;
import dev.alkdev.operations.schema.Json;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A source as listings and health show it.
 *
 * @param name its name
 * @param kind what it reads, as {@code openapi} or {@code peer}
 * @param status its state
 */
public record SourceEntry(String name, String kind, SourceStatus status) {
    public SourceEntry {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(status, "status");
    }

    boolean isFailed() {
        return status.state() == SourceStatus.State.FAILED;
    }

    /** As a listing shows it, with what is wrong with it. */
    public JsonNode toJson() {
        return Json.parse(JsonText.write(json -> write(json, true)));
    }

    /**
     * Writes the member {@code sources}.
     *
     * @param errors whether to include what is wrong with them
     */
    static void write(JsonGenerator json, List<SourceEntry> sources, boolean errors) {
        json.writeArrayPropertyStart("sources");
        sources.forEach(source -> source.write(json, errors));
        json.writeEndArray();
    }

    private void write(JsonGenerator json, boolean errors) {
        json.writeStartObject();
        json.writeStringProperty("name", name);
        json.writeStringProperty("kind", kind);
        json.writeStringProperty("state", status.state().name().toLowerCase(Locale.ROOT));
        json.writeNumberProperty("operations", status.operations());
        if (errors && status.lastError() != null) {
            json.writeStringProperty("error", status.lastError());
        }
        if (errors && !status.leftOut().isEmpty()) {
            json.writeObjectPropertyStart("leftOut");
            new TreeMap<>(status.leftOut()).forEach(json::writeStringProperty);
            json.writeEndObject();
        }
        json.writeEndObject();
    }
}
