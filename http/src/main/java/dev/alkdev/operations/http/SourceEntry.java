package dev.alkdev.operations.http;

import dev.alkdev.operations.OperationSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

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
public record SourceEntry(String name, String kind, OperationSource.Status status) {
    public SourceEntry {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(status, "status");
    }

    boolean isReady() {
        return status.state() == OperationSource.Status.State.READY;
    }

    /** As a listing shows it, with what is wrong with it. */
    public JsonNode toJson() {
        ObjectNode json = toPublicJson();
        if (status.lastError() != null) {
            json.put("error", status.lastError());
        }
        if (!status.leftOut().isEmpty()) {
            ObjectNode leftOut = json.putObject("leftOut");
            new TreeMap<>(status.leftOut()).forEach(leftOut::put);
        }
        return json;
    }

    /** As everybody may see it. */
    ObjectNode toPublicJson() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("name", name)
                .put("kind", kind)
                .put("state", status.state().name().toLowerCase(Locale.ROOT))
                .put("operations", status.operations());
    }
}
