package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

class OperationsCommandTest {
    private static final Path REFERENCE = Path.of("../docs/reference/cli.md");

    @Test
    void withoutACommandTheHelpIsShown() {
        TestConsole console = new TestConsole();

        assertThat(console.run()).isEqualTo(ExitCode.OK);

        assertThat(console.out())
                .contains(
                        "Usage: operations",
                        "First steps:",
                        "operations serve",
                        "Exit codes: 0 ok");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "serve",
                "mcp",
                "list",
                "search",
                "describe",
                "call",
                "subscribe",
                "generate",
                "inspect",
                "check",
                "token",
                "new",
                "completion"
            })
    void everyCommandTeachesByExamplesInLinesThatFit(String command) {
        TestConsole console = new TestConsole();

        assertThat(console.run(command, "--help")).isEqualTo(ExitCode.OK);

        assertThat(console.out()).contains("Usage: operations " + command, "Examples:\n  ");
        assertThat(console.lines()).allMatch(line -> line.length() <= 80);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "serve",
                "mcp",
                "list",
                "search",
                "describe",
                "call",
                "subscribe",
                "generate",
                "inspect",
                "check",
                "token",
                "new",
                "completion"
            })
    void theReferenceKnowsEveryCommandAndOption(String command) throws IOException {
        TestConsole console = new TestConsole();
        console.run(command, "--help");
        String reference = Files.readString(REFERENCE);

        assertThat(reference).contains("operations " + command);
        assertThat(
                        Pattern.compile("(?m)^ {2,6}(?:-\\w, )?(--[a-z]+)")
                                .matcher(console.out())
                                .results()
                                .map(it -> it.group(1)))
                .allSatisfy(option -> assertThat(reference).contains("`" + option));
    }

    @Test
    void theVersionIsShown() {
        TestConsole console = new TestConsole();

        assertThat(console.run("--version")).isEqualTo(ExitCode.OK);

        assertThat(console.out()).startsWith("operations ");
    }

    @Test
    void aMisspeltCommandIsWrongUsageAndSuggested() {
        TestConsole console = new TestConsole();

        assertThat(console.run("lst")).isEqualTo(ExitCode.USAGE);

        assertThat(console.err())
                .isEqualTo(
                        """
                        operations: Unmatched argument at index 0: 'lst'
                        Did you mean list?
                        See: operations --help
                        """);
    }

    @Test
    void anOptionThatDoesNotExistIsWrongUsage() {
        TestConsole console = new TestConsole();

        assertThat(console.run("list", "--nmespace", "x")).isEqualTo(ExitCode.USAGE);

        assertThat(console.errLines().getFirst())
                .isEqualTo("operations: Unknown options: '--nmespace', 'x'");
        assertThat(console.errLines().getLast()).isEqualTo("See: operations list --help");
    }

    @Test
    void wrongUsageIsJsonIfAskedFor() {
        TestConsole console = new TestConsole();

        assertThat(console.run("--json", "describe")).isEqualTo(ExitCode.USAGE);

        assertThat(console.errJson())
                .isEqualTo(
                        Json.parse(
                                """
                                {"error": {"code": "USAGE",
                                           "message": "Missing required parameter: 'ID'",
                                           "hints": ["See: operations describe --help"]},
                                 "exitCode": 2}
                                """));
    }

    @Test
    void wrongUsageIsJsonAlsoIfThatIsSaidAfterTheMistake() {
        TestConsole console = new TestConsole();

        assertThat(console.run("call", "a.b", "--timeout", "soon", "--json"))
                .isEqualTo(ExitCode.USAGE);

        assertThat(console.errJson().at("/error/code").asString()).isEqualTo("USAGE");
    }

    @Test
    void aCompletionScriptIsPrinted() {
        TestConsole console = new TestConsole();

        assertThat(console.run("completion")).isEqualTo(ExitCode.OK);

        assertThat(console.out())
                .startsWith("#!/usr/bin/env bash")
                .contains("complete -F _complete_operations -o default operations", "subscribe")
                .doesNotContain("train");
    }

    @Test
    void theWalkOfTheLauncherSucceeds() {
        assertThat(new TestConsole().run("train")).isEqualTo(ExitCode.OK);
    }
}
