package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.examples.notes.NotesServer;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** MCP servers as {@code inspect} shows them. */
class InspectMcpTest {

    private static String[] command(String... options) {
        List<String> command = new ArrayList<>(List.of("inspect", "--mcp"));
        command.addAll(List.of(options));
        command.add("--");
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.add(NotesServer.class.getName());
        return command.toArray(String[]::new);
    }

    @Test
    void aCommandIsStartedAndShown() {
        TestConsole console = new TestConsole();

        assertThat(console.run(command())).as(console.err()).isEqualTo(ExitCode.OK);

        assertThat(console.lines().getFirst()).startsWith("notes ").endsWith("(MCP 2026-07-28)");
        assertThat(console.lines())
                .anyMatch(line -> line.startsWith("Capabilities: ") && line.contains("tools"))
                .anyMatch(line -> line.matches("\\d+ tools"))
                .anyMatch(line -> line.matches("add +mutation .*"))
                .anyMatch(line -> line.matches("\\d+ resources?"))
                .anyMatch(line -> line.matches("\\d+ prompts?"))
                .endsWith("No problems");
    }

    @Test
    void jsonHasEverythingOfAServerOnTheWeb() {
        try (ExampleHub hub = ExampleHub.start()) {
            TestConsole console = new TestConsole();

            assertThat(console.run("--json", "inspect", "--mcp", hub.uri() + "/mcp/tasks"))
                    .as(console.err())
                    .isEqualTo(ExitCode.OK);

            JsonNode json = Json.parse(console.out());
            assertThat(json.path("protocol").asString()).isEqualTo("2026-07-28");
            assertThat(json.path("era").asString()).isEqualTo("modern");
            assertThat(json.path("capabilities").has("tools")).isTrue();
            assertThat(json.path("tools").findValuesAsString("name")).contains("add", "list");
            assertThat(json.path("operations").valueStream().map(JsonNode::asString))
                    .contains("add", "list");
            assertThat(json.path("problems").isEmpty()).isTrue();
        }
    }

    @Test
    void aServerThatIsNotThereIsSaidWithTheReason() {
        TestConsole console = new TestConsole();

        assertThat(console.run("inspect", "--mcp", "no-such-command-anywhere"))
                .isEqualTo(ExitCode.UNREACHABLE);

        assertThat(console.err())
                .startsWith("MCP_SERVER_UNAVAILABLE: the MCP server cannot be used: ")
                .contains("no-such-command-anywhere");
    }

    @Test
    void wordsThatFitNothingAreRefused() {
        TestConsole console = new TestConsole();

        assertThat(console.run("inspect", "a.yaml", "b.yaml")).isEqualTo(ExitCode.USAGE);
        assertThat(console.run("inspect", "--mcp", "--token", "x", "run"))
                .isEqualTo(ExitCode.USAGE);
    }
}
