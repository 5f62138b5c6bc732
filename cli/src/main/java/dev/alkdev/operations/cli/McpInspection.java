package dev.alkdev.operations.cli;

import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.SourceStatus;
import dev.alkdev.operations.mcp.McpCatalog;
import dev.alkdev.operations.mcp.McpClient;
import dev.alkdev.operations.mcp.McpServerConfig;
import dev.alkdev.operations.mcp.McpSource;
import dev.alkdev.operations.mcp.McpVersion;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What an MCP server offers, and what of it a hub would not use. Immutable. */
record McpInspection(
        About about, List<OperationSpec> operations, Lists lists, Map<String, String> leftOut) {

    /** What the server says of itself, and what was noticed about it. */
    record About(
            JsonNode server,
            McpVersion version,
            JsonNode capabilities,
            @Nullable String instructions,
            @Nullable String remark) {}

    /** What it has, as it came. */
    record Lists(
            List<JsonNode> tools,
            List<JsonNode> resources,
            List<JsonNode> templates,
            List<JsonNode> prompts) {}

    /**
     * Connects to a server and reads everything.
     *
     * @throws CommandFailure if there is none
     */
    static McpInspection of(McpServerConfig config) {
        OperationRegistry registry = OperationRegistry.create();
        try (McpSource source = McpSource.of("server", config)) {
            source.start(registry);
            SourceStatus status = source.status();
            if (status.state() != SourceStatus.State.READY) {
                throw Thread.currentThread().isInterrupted()
                        ? CommandFailure.interrupted()
                        : new CommandFailure(
                                ExitCode.UNREACHABLE,
                                "MCP_SERVER_UNAVAILABLE",
                                "the MCP server cannot be used: " + status.lastError());
            }
            return of(registry, source);
        }
    }

    private static McpInspection of(OperationRegistry registry, McpSource source) {
        McpClient client = source.client();
        McpCatalog catalog = source.catalog();
        OperationQuery all = OperationQuery.all().withLimit(Integer.MAX_VALUE);
        return new McpInspection(
                new About(
                        client.serverInfo(),
                        client.version(),
                        client.serverCapabilities(),
                        client.instructions().orElse(null),
                        source.status().lastError()),
                registry.list(all).operations(),
                new Lists(
                        client.listTools(),
                        catalog.resources(),
                        catalog.resourceTemplates(),
                        catalog.prompts()),
                new TreeMap<>(source.status().leftOut()));
    }

    void show(Console console) {
        String name = about.server().path("name").asString("A server without a name");
        String version = about.server().path("version").asString("");
        String protocol =
                about.version() + (about.version().isModern() ? "" : ", with a handshake");
        console.line(
                Tint.HEADING.of(name), Tint.PLAIN.of(" " + version + " (MCP " + protocol + ")"));
        console.line("Capabilities: " + String.join(", ", about.capabilities().propertyNames()));
        if (about.instructions() != null) {
            console.line("Instructions: " + Table.firstLine(about.instructions()));
        }
        if (about.remark() != null) {
            console.line("Remark: " + about.remark());
        }
        table("tool", operations.size(), operationTable(), console);
        table("resource", lists.resources().size(), named(lists.resources(), "uri"), console);
        table(
                "resource template",
                lists.templates().size(),
                named(lists.templates(), "uriTemplate"),
                console);
        table("prompt", lists.prompts().size(), named(lists.prompts(), "name"), console);
        console.line("");
        console.line(leftOut.isEmpty() ? "No problems" : count(leftOut.size(), "problem"));
        leftOut.forEach((tool, reason) -> console.line("  " + tool + ": " + reason));
    }

    private static void table(String what, int size, Table table, Console console) {
        console.line("");
        console.line(count(size, what));
        if (size > 0) {
            table.print(console);
        }
    }

    private Table operationTable() {
        Table table = new Table("NAME", "TYPE", "DESCRIPTION");
        for (OperationSpec spec : operations) {
            String type = spec.type().wireName();
            table.add(Tint.ofType(type), spec.name(), type, spec.summary());
        }
        return table;
    }

    private static Table named(List<JsonNode> items, String key) {
        Table table = new Table(key.toUpperCase(Locale.ROOT), "DESCRIPTION");
        for (JsonNode item : items) {
            String name = item.path("title").asString(item.path("name").asString(""));
            String text = item.path("description").asString(name);
            table.add(item.path(key).asString(""), Table.firstLine(text));
        }
        return table;
    }

    private static String count(int number, String what) {
        return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? what : what + "s");
    }

    ObjectNode json() {
        ObjectNode json = Json.mapper().createObjectNode();
        json.set("server", about.server());
        json.put("protocol", about.version().text());
        json.put("era", about.version().isModern() ? "modern" : "legacy");
        json.set("capabilities", about.capabilities());
        if (about.instructions() != null) {
            json.put("instructions", about.instructions());
        }
        if (about.remark() != null) {
            json.put("remark", about.remark());
        }
        array(json, "tools", lists.tools());
        array(json, "resources", lists.resources());
        array(json, "resourceTemplates", lists.templates());
        array(json, "prompts", lists.prompts());
        ArrayNode ids = json.putArray("operations");
        operations.forEach(spec -> ids.add(spec.name()));
        ArrayNode problems = json.putArray("problems");
        leftOut.forEach(
                (tool, reason) -> problems.addObject().put("tool", tool).put("message", reason));
        return json;
    }

    private static void array(ObjectNode json, String name, List<JsonNode> items) {
        items.forEach(json.putArray(name)::add);
    }
}
