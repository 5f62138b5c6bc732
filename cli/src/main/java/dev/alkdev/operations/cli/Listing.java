package dev.alkdev.operations.cli;

import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.stream.Stream;

/**
 * Operations and the sources they come from, in the form a hub lists them.
 *
 * @param operations each {@code {id, type, version, title?, description, tags?, accessControl}}
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

    Stream<? extends JsonNode> failedSources() {
        return sources.stream().filter(source -> text(source, "state").equals("failed"));
    }

    Listing withOperations(List<JsonNode> operations) {
        return new Listing(operations, sources);
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
