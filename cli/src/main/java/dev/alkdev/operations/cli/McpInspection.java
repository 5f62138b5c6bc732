package dev.alkdev.operations.cli;

import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.mcp.McpCatalog;
import dev.alkdev.operations.mcp.McpClient;
import dev.alkdev.operations.mcp.McpServerOptions;
import dev.alkdev.operations.mcp.McpSource;
import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/**
 * What an MCP server offers, and what of it a hub would not use.
 *
 * @param json what the server says of itself, what it has, as it came, and what is wrong with it
 * @param operations what a hub makes of its tools
 */
record McpInspection(ObjectNode json, List<OperationSpec> operations) {

    /**
     * Connects to a server and reads everything.
     *
     * @throws CommandFailure if there is none
     */
    static McpInspection of(McpServerOptions config) {
        OperationRegistry registry = OperationRegistry.create();
        try (McpSource source = McpSource.of("server", config)) {
            source.start(registry);
            OperationSource.Status status = source.status();
            if (status.state() != OperationSource.Status.State.READY) {
                throw Thread.currentThread().isInterrupted()
                        ? CommandFailure.interrupted()
                        : new CommandFailure(
                                ExitCode.UNREACHABLE,
                                "MCP_SERVER_UNAVAILABLE",
                                "the MCP server cannot be used: " + status.lastError());
            }
            OperationQuery all = OperationQuery.all().withLimit(Integer.MAX_VALUE);
            List<OperationSpec> operations = registry.list(all).operations();
            return new McpInspection(json(source, operations), operations);
        }
    }

    private static ObjectNode json(McpSource source, List<OperationSpec> operations) {
        McpClient client = source.client();
        McpCatalog catalog = source.catalog();
        OperationSource.Status status = source.status();
        ObjectNode json = Json.mapper().createObjectNode();
        json.set("server", client.serverInfo());
        json.put("protocol", client.version().text());
        json.put("era", client.version().isModern() ? "modern" : "legacy");
        json.set("capabilities", client.serverCapabilities());
        client.instructions().ifPresent(text -> json.put("instructions", text));
        if (status.lastError() != null) {
            json.put("remark", status.lastError());
        }
        json.putArray("tools").addAll(client.listTools());
        json.putArray("resources").addAll(catalog.resources());
        json.putArray("resourceTemplates").addAll(catalog.resourceTemplates());
        json.putArray("prompts").addAll(catalog.prompts());
        ArrayNode names = json.putArray("operations");
        operations.forEach(spec -> names.add(spec.name()));
        ArrayNode problems = json.putArray("problems");
        new TreeMap<>(status.leftOut())
                .forEach(
                        (tool, reason) ->
                                problems.addObject().put("tool", tool).put("message", reason));
        return json;
    }

    void show(Console console) {
        JsonNode server = json.path("server");
        String about = " " + Listing.text(server, "version") + " (MCP " + text("protocol");
        String era = text("era").equals("modern") ? ")" : ", with a handshake)";
        console.line(
                Tint.HEADING.of(server.path("name").asString("A server without a name")),
                Tint.PLAIN.of(about + era));
        console.line(
                "Capabilities: " + String.join(", ", json.path("capabilities").propertyNames()));
        if (json.has("instructions")) {
            console.line("Instructions: " + Table.firstLine(text("instructions")));
        }
        if (json.has("remark")) {
            console.line("Remark: " + text("remark"));
        }
        table("tool", operations.size(), InspectCommand.table(operations), console);
        table("resource", json.path("resources"), "uri", console);
        table("resource template", json.path("resourceTemplates"), "uriTemplate", console);
        table("prompt", json.path("prompts"), "name", console);
        console.line("");
        JsonNode problems = json.path("problems");
        console.line(InspectCommand.problems(problems.size()));
        for (JsonNode each : problems) {
            console.line("  " + Listing.text(each, "tool") + ": " + Listing.text(each, "message"));
        }
    }

    private String text(String name) {
        return Listing.text(json, name);
    }

    private static void table(String what, JsonNode items, String key, Console console) {
        Table table = new Table(key.toUpperCase(Locale.ROOT), "DESCRIPTION");
        for (JsonNode item : items) {
            String name = item.path("title").asString(item.path("name").asString(""));
            String text = item.path("description").asString(name);
            table.add(item.path(key).asString(""), Table.firstLine(text));
        }
        table(what, items.size(), table, console);
    }

    private static void table(String what, int size, Table table, Console console) {
        console.line("");
        console.line(InspectCommand.count(size, what));
        if (size > 0) {
            table.print(console);
        }
    }
}
