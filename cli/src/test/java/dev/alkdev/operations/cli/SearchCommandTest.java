package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.util.List;

class SearchCommandTest {
    private static ExampleHub hub;

    @BeforeAll
    static void start() {
        hub = ExampleHub.start();
    }

    @AfterAll
    static void stop() {
        hub.close();
    }

    private static List<String> found(String... words) {
        TestConsole console = hub.console();
        String[] arguments = new String[words.length + 2];
        arguments[0] = "search";
        System.arraycopy(words, 0, arguments, 1, words.length);
        arguments[words.length + 1] = "--json";
        assertThat(console.run(arguments)).isEqualTo(ExitCode.OK);
        return console.json()
                .path("operations")
                .valueStream()
                .map(operation -> operation.get("id").asString())
                .toList();
    }

    @Test
    void theBestComeFirst() {
        assertThat(found("add", "a", "task")).first().isEqualTo("tasks.add");
        assertThat(found("list BOOKS")).first().isEqualTo("library.listBooks");
        assertThat(found("BOOK"))
                .contains("library.addBook", "library.borrowBook", "library.returnBook");
        assertThat(found("give back a volume", "--limit", "2")).hasSizeLessThanOrEqualTo(2);
        assertThat(found("addbook")).first().isEqualTo("library.addBook");
        assertThat(found("retrun a bok")).first().isEqualTo("library.returnBook");
    }

    @Test
    void whatDoesNotFitWellIsSaidToBe() {
        TestConsole console = hub.console();
        console.run("search", "translate weather reports about a task");
        assertThat(console.err()).startsWith("Nothing fits well. The nearest:\n");
    }

    @Test
    void aLimitMustBeInReach() {
        TestConsole console = hub.console();
        assertThat(console.run("search", "task", "--limit", "0")).isEqualTo(ExitCode.USAGE);
        assertThat(console.err())
                .startsWith("operations: --limit should be from 1 to 1000 but is 0\n");
    }

    @Test
    void nothingFoundIsNoFailure() {
        TestConsole console = hub.console();

        assertThat(console.run("search", "zeppelin")).isEqualTo(ExitCode.OK);

        assertThat(console.out()).isEmpty();
        assertThat(console.err()).isEqualTo("No operations.\n");
    }

    @Test
    void aWordIsNeeded() {
        TestConsole console = hub.console();

        assertThat(console.run("search")).isEqualTo(ExitCode.USAGE);

        assertThat(console.err())
                .isEqualTo(
                        """
                        operations: Missing required parameter: 'TEXT'
                        See: operations search --help
                        """);
    }
}
