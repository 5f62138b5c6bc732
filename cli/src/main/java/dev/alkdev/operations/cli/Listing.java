package dev.alkdev.operations.cli;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/**
 * Operations and their sources, in the form a hub lists them.
 *
 * @param operations each {@code {id, type, version, title?, summary, description?, tags?,
 *     deprecated?, accessControl}}
 * @param sources each {@code {name, kind, state, operations, error?}}
 */
record Listing(List<JsonNode> operations, List<JsonNode> sources) {

    /** One answer of a hub. */
    static Listing of(JsonNode page) {
        return new Listing(
                page.path("operations").valueStream().toList(),
                page.path("sources").valueStream().toList());
    }

    /** The ids, without texts that a hub should not send as ids. */
    List<String> ids() {
        return operations.stream()
                .map(operation -> text(operation, "id"))
                .filter(Listing::isId)
                .toList();
    }

    private static boolean isId(String text) {
        try {
            OperationSpec.query(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
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
        json.putArray("operations").addAll(operations);
        json.putArray("sources").addAll(sources);
        return json;
    }

    /** Shows the operations as a table, or as JSON. */
    void show(Console console) {
        console.result(this::toJson, () -> showTable(console));
    }

    private void showTable(Console console) {
        if (operations.isEmpty()) {
            console.note("No operations.");
        } else {
            Table table = new Table("ID", "TYPE", "DESCRIPTION");
            for (JsonNode operation : operations) {
                String type = text(operation, "type");
                table.add(
                        Tint.ofType(type), text(operation, "id"), type, text(operation, "summary"));
            }
            table.print(console);
            String from = sources.isEmpty() ? "" : ", " + Console.count(sources.size(), "source");
            console.note(Console.count(operations.size(), "operation") + from);
        }
        missing().forEach(line -> console.note(Tint.ERROR.of(line)));
    }

    static String text(JsonNode node, String name) {
        return node.path(name).asString("");
    }
}
