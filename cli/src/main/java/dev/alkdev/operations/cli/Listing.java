package dev.alkdev.operations.cli;

import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/**
 * Operations and the sources they come from, in the form a hub lists them.
 *
 * @param operations each {@code {id, type, version, title?, summary, description?, tags?,
 *     deprecated?, accessControl}}
 * @param sources each {@code {name, kind, state, operations, error?}}
 */
record Listing(List<JsonNode> operations, List<? extends JsonNode> sources) {

    Listing {
        operations = List.copyOf(operations);
        sources = List.copyOf(sources);
    }

    List<String> ids() {
        return operations.stream().map(operation -> text(operation, "id")).toList();
    }

    /** What is wrong with the sources that have not brought what they should, a line for each. */
    List<String> missing() {
        return sources.stream()
                .filter(source -> !text(source, "state").equals("ready"))
                .map(Listing::missing)
                .toList();
    }

    private static String missing(JsonNode source) {
        String name = "Source " + text(source, "name") + " (" + text(source, "kind") + ")";
        return text(source, "state").equals("failed")
                ? name + " failed: " + text(source, "error")
                : name + " is not ready yet";
    }

    JsonNode toJson() {
        ObjectNode json = Json.mapper().createObjectNode();
        ArrayNode all = json.putArray("operations");
        operations.forEach(all::add);
        ArrayNode from = json.putArray("sources");
        sources.forEach(from::add);
        return json;
    }

    static String text(JsonNode node, String name) {
        return node.path(name).asString("");
    }
}
