package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.NodePackages;
import dev.alkdev.operations.testkit.ProcessOutcome;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Clients that we did not write, against a hub with Java, REST and MCP operations. */
class OtherClientsTest {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /** Lists all tools, and calls one of each kind. */
    private static final String SCRIPT =
            """
            import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

            const mode = process.argv[3];
            const client = new Client(
              { name: "test", version: "1" },
              { versionNegotiation: { mode: mode.startsWith("2") ? { pin: mode } : mode } });
            await client.connect(new StreamableHTTPClientTransport(new URL(process.argv[2])));
            const { tools } = await client.listTools();
            const call = async (name, args) =>
              (await client.callTool({ name, arguments: args })).structuredContent;
            const { resources } = await client.listResources();
            console.log(JSON.stringify({
              version: client.getNegotiatedProtocolVersion?.() ?? "",
              names: tools.map(tool => tool.name),
              tasks: await call("tasks_list", {}),
              books: await call("library_listBooks", { limit: 1 }),
              notes: await call("notes_list", {}),
              resources: resources.map(resource => resource.uri),
            }));
            await client.close();
            """;

    private static ExampleHub hub;

    @BeforeAll
    static void start() {
        hub = ExampleHub.start(new HubFile(null).read());
    }

    @AfterAll
    static void stop() {
        hub.close();
    }

    @ParameterizedTest
    @CsvSource({"legacy", "auto", "2026-07-28"})
    void theTypeScriptClient(String mode) {
        NodePackages packages = NodePackages.of("@modelcontextprotocol/client@2.4.0");
        ProcessOutcome outcome =
                packages.run(
                        LIMIT, packages.script("client.mjs", SCRIPT), hub.uri() + "/mcp", mode);

        assertThat(outcome.status()).as(outcome.toString()).isZero();
        JsonNode seen = Json.parse(outcome.output());
        assertThat(texts(seen.path("names")))
                .contains("tasks_add", "library_listBooks", "notes_find", "test_broken");
        assertThat(seen.path("tasks").path("tasks").isArray()).isTrue();
        assertThat(seen.path("books").isMissingNode()).isFalse();
        assertThat(seen.path("notes").path("notes").size()).isEqualTo(2);
        assertThat(texts(seen.path("resources"))).containsExactly("note://1", "note://2");
        String version = seen.path("version").asString();
        assertThat(version).isIn("", mode.equals("legacy") ? "2025-11-25" : "2026-07-28");
    }

    @Test
    void theInspector() {
        JsonNode tools = inspect("tools/list");
        assertThat(texts(tools.path("tools").valueStream().map(tool -> tool.path("name")).toList()))
                .contains("tasks_add", "library_listBooks", "notes_find");

        JsonNode result = inspect("tools/call", "--tool-name", "notes_list");
        assertThat(result.path("structuredContent").path("notes").size()).isEqualTo(2);
    }

    private static JsonNode inspect(String method, String... more) {
        NodePackages packages = NodePackages.of("@modelcontextprotocol/inspector@2.12.0");
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "--cli",
                                hub.uri() + "/mcp",
                                "--transport",
                                "http",
                                "--method",
                                method));
        arguments.addAll(List.of(more));
        ProcessOutcome outcome =
                packages.run(
                        LIMIT,
                        packages.file(
                                "@modelcontextprotocol/inspector/clients/launcher/build/index.js"),
                        arguments.toArray(String[]::new));
        assertThat(outcome.status()).as(outcome.toString()).isZero();
        return Json.parse(outcome.output());
    }

    private static List<String> texts(Iterable<JsonNode> values) {
        List<String> texts = new ArrayList<>();
        values.forEach(value -> texts.add(value.asString()));
        return texts;
    }
}
