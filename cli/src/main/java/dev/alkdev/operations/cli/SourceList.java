package dev.alkdev.operations.cli;

import dev.alkdev.operations.http.SourceEntry;
import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Locale;

/** The sources of a hub in the form it lists them. */
final class SourceList {
    private SourceList() {}

    static List<ObjectNode> of(List<SourceEntry> sources) {
        return sources.stream().map(SourceList::json).toList();
    }

    private static ObjectNode json(SourceEntry source) {
        ObjectNode json = Json.mapper().createObjectNode();
        json.put("name", source.name())
                .put("kind", source.kind())
                .put("state", source.status().state().name().toLowerCase(Locale.ROOT))
                .put("operations", source.status().operations());
        String error = source.status().lastError();
        return error == null ? json : json.put("error", error);
    }
}
