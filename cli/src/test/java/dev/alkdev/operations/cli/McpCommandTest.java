package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.mcp.McpClient;
import dev.alkdev.operations.mcp.McpServerOptions;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command as an MCP client starts it, in a process of its own. */
class McpCommandTest {
    private static final String INITIALIZE =
            "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"initialize\", \"params\":"
                    + " {\"protocolVersion\": \"2025-11-25\", \"capabilities\": {}, \"clientInfo\":"
                    + " {\"name\": \"test\", \"version\": \"1\"}}}\n";

    /** Of {@code secret-of-a}. */
    private static final String HASH =
            "b606670fce5b8adfbea3e23d715295f9516f730f1de071b1dbd5a7a3ec4e9126";

    @TempDir Path folder;

    private static List<String> command(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.add(OperationsCommand.class.getName());
        command.add("mcp");
        command.addAll(List.of(arguments));
        return command;
    }

    private static McpClient connect(String... arguments) {
        List<String> command = command(arguments);
        return McpClient.connect(
                McpServerOptions.command(command.getFirst(), command.subList(1, command.size()))
                        .build());
    }

    private static List<String> names(McpClient client) {
        return client.listTools().stream().map(tool -> tool.path("name").asString()).toList();
    }

    @Test
    void theExamplesAreServed() {
        try (McpClient client = connect()) {
            // One of them is a process of its own, which may come later than the first list.
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(
                            () ->
                                    assertThat(names(client))
                                            .contains(
                                                    "tasks_add",
                                                    "tasks_list",
                                                    "library_listBooks",
                                                    "notes_add"));
            JsonNode result = client.callTool("tasks_list", Json.parse("{}"));

            assertThat(result.path("structuredContent").path("tasks").isArray())
                    .as(result.toString())
                    .isTrue();
        }
    }

    /** Two of the examples, which start faster than all. */
    private String config() throws IOException {
        return Files.writeString(
                        folder.resolve("hub.yaml"),
                        """
                        sources:
                          - {name: tasks, type: provider, provider: tasks}
                          - {name: library, type: provider, provider: library}
                        """)
                .toString();
    }

    @Test
    void oneNamespaceHasShortNames() throws IOException {
        try (McpClient client = connect(config(), "--at", "tasks")) {
            assertThat(names(client)).contains("add", "list").doesNotContain("listBooks");
        }
    }

    @Test
    void searchFindsAndCalls() throws IOException {
        try (McpClient client = connect(config(), "--at", "search")) {
            assertThat(names(client)).containsExactly("batch", "call", "describe", "search");
            JsonNode found = client.callTool("search", Json.parse("{\"query\": \"list books\"}"));

            assertThat(found.path("structuredContent").path("operations").findValuesAsString("id"))
                    .contains("library.listBooks");
        }
    }

    @Test
    void aTokenSeesWhatItMayUse() throws IOException {
        Path config =
                Files.writeString(
                        folder.resolve("hub.yaml"),
                        """
                        sources:
                          - {name: tasks, type: provider, provider: tasks, options: {scopes: true}}
                        tokens:
                          - {id: ann, hash: "sha256:%s", scopes: []}
                        """
                                .formatted(
                                        "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"));
        try (McpClient all = connect(config.toString());
                McpClient ann = connect(config.toString(), "--token", "foo")) {
            assertThat(names(all)).contains("tasks_add", "tasks_list");
            assertThat(names(ann)).contains("tasks_list").doesNotContain("tasks_add");
        }
    }

    @Test
    void theOperationsOfAHubThatRunsAreServed() {
        try (ExampleHub hub =
                        ExampleHub.start(
                                """
                                tokens: [{id: a, hash: "sha256:%s"}]
                                sources: [{name: tasks, type: provider, provider: tasks}]
                                """
                                        .formatted(HASH));
                McpClient client = connect("--hub", hub.uri(), "--token", "secret-of-a")) {
            assertThat(names(client)).contains("tasks_add", "tasks_list", "test_broken");
            JsonNode result = client.callTool("tasks_list", Json.parse("{}"));
            JsonNode wrong = client.callTool("tasks_add", Json.parse("{}"));

            assertThat(result.path("structuredContent").path("tasks").isArray())
                    .as(result.toString())
                    .isTrue();
            assertThat(wrong.path("isError").asBoolean(false)).as(wrong.toString()).isTrue();
            assertThat(wrong.path("_meta").path("dev.alkdev.operations/error").path("code"))
                    .isEqualTo(JsonNodeFactory.instance.stringNode("VALIDATION_ERROR"));
        }
    }

    @Test
    void aHubThatRefusesOrIsNotThereIsSaid() {
        try (ExampleHub hub =
                ExampleHub.start(
                        """
                        tokens: [{id: a, hash: "sha256:%s"}]
                        sources: [{name: tasks, type: provider, provider: tasks}]
                        """
                                .formatted(HASH))) {
            TestConsole console = new TestConsole();

            assertThat(console.run("mcp", "--hub", hub.uri(), "--token", "wrong"))
                    .isEqualTo(ExitCode.UNREACHABLE);
            assertThat(console.err()).contains("cannot be used").contains("401");
            assertThat(console.run("mcp", "hub.yaml", "--hub", hub.uri()))
                    .isEqualTo(ExitCode.USAGE);
        }
    }

    @Test
    void nothingButTheProtocolIsPrintedAndItEndsWithItsInput() throws Exception {
        Path err = folder.resolve("err");
        Process process = new ProcessBuilder(command(config())).redirectError(err.toFile()).start();
        try {
            try (Writer in = process.outputWriter(StandardCharsets.UTF_8)) {
                in.write("this is no JSON\n" + INITIALIZE);
            }
            List<String> lines = process.inputReader(StandardCharsets.UTF_8).lines().toList();

            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(Files.readString(err)).isZero();
            assertThat(lines)
                    .hasSize(2)
                    .allSatisfy(
                            line ->
                                    assertThat(Json.parse(line).path("jsonrpc").asString())
                                            .isEqualTo("2.0"));
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aSignalEndsItThoughItsInputIsOpen() throws Exception {
        Path err = folder.resolve("err");
        Process process = new ProcessBuilder(command(config())).redirectError(err.toFile()).start();
        try {
            Writer in = process.outputWriter(StandardCharsets.UTF_8);
            in.write(INITIALIZE);
            in.flush();
            assertThat(process.inputReader(StandardCharsets.UTF_8).readLine()).contains("result");

            process.destroy();

            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(Files.readString(err)).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aFileThatIsNotThereIsSaidOnStandardErrorOnly() throws Exception {
        Process process = new ProcessBuilder(command("nothing.yaml")).start();
        try {
            String errors =
                    new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isNotZero();
            assertThat(errors).contains("there is no file nothing.yaml");
            assertThat(process.getInputStream().readAllBytes()).isEmpty();
        } finally {
            process.destroyForcibly();
        }
    }
}
