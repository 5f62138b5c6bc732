package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.cli.Console.Screen;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

class ListCommandTest {
    private static ExampleHub hub;

    @BeforeAll
    static void start() {
        hub = ExampleHub.start();
    }

    @AfterAll
    static void stop() {
        hub.close();
    }

    @Test
    void everythingIsListedInAlignedColumnsWithoutTabs() {
        TestConsole console = hub.console();

        assertThat(console.run("list")).isEqualTo(ExitCode.OK);

        assertThat(console.lines())
                .containsExactly(
                        "ID                  TYPE          DESCRIPTION",
                        "library.addBook     mutation      Add a book",
                        "library.borrowBook  mutation      Borrow a book",
                        "library.getBook     query         Get a book",
                        "library.listBooks   query         List books",
                        "library.loanEvents  subscription  Watch loans",
                        "library.returnBook  mutation      Return a book",
                        "tasks.add           mutation      Add a task",
                        "tasks.complete      mutation      Complete a task",
                        "tasks.get           query         Get a task",
                        "tasks.list          query         List tasks",
                        "tasks.remove        mutation      Remove a task",
                        "tasks.watch         subscription  Watch the tasks",
                        "test.broken         query         Always fails",
                        "test.forever        query         Never ends");
        assertThat(console.err()).isEqualTo("14 operations, 2 sources\n");
    }

    @Test
    void filtersNarrowTheList() {
        TestConsole console = hub.console();

        assertThat(console.run("list", "--namespace", "tasks", "--type", "subscription"))
                .isEqualTo(ExitCode.OK);

        assertThat(console.lines()).hasSize(2).last().asString().startsWith("tasks.watch");
    }

    @Test
    void aTagNarrowsTheList() {
        TestConsole console = hub.console();

        console.run("list", "--tag", "loans", "--json");

        assertThat(
                        console.json()
                                .path("operations")
                                .valueStream()
                                .map(it -> it.get("id").asString()))
                .containsExactly("library.borrowBook", "library.loanEvents", "library.returnBook");
    }

    @Test
    void aTypeThatDoesNotExistIsWrongUsage() {
        TestConsole console = hub.console();

        assertThat(console.run("list", "--type", "querry")).isEqualTo(ExitCode.USAGE);

        assertThat(console.err())
                .isEqualTo(
                        "operations: --type is one of query, mutation, subscription, not querry\n");
    }

    @Test
    void jsonIsOneLineInTheFormOfTheHub() {
        TestConsole console = hub.console();

        assertThat(console.run("list", "-n", "tasks", "--json")).isEqualTo(ExitCode.OK);

        assertThat(console.lines()).hasSize(1);
        JsonNode first = console.json().at("/operations/0");
        assertThat(first.propertyNames())
                .containsExactly(
                        "id",
                        "type",
                        "summary",
                        "source",
                        "version",
                        "title",
                        "description",
                        "tags",
                        "accessControl");
        assertThat(console.json().at("/sources/0/state").asString()).isEqualTo("ready");
    }

    @Test
    void jsonCanBeAskedForBeforeTheCommandAsWell() {
        TestConsole console = hub.console();

        assertThat(console.run("--json", "list")).isEqualTo(ExitCode.OK);

        assertThat(console.json().path("operations").size()).isEqualTo(14);
    }

    @Nested
    class OnATerminal {
        @Test
        void linesAreCutAtItsWidthAndTypesAreColoured() {
            TestConsole console = hub.console().screen(new Screen(true, true, 42));

            console.run("list", "--namespace", "tasks");

            assertThat(console.lines().getFirst())
                    .isEqualTo(
                            "\u001b[1mID\u001b[0m              \u001b[1mTYPE\u001b[0m        "
                                    + "  \u001b[1mDESCRIPTION\u001b[0m");
            assertThat(console.lines().get(1))
                    .isEqualTo("tasks.add       \u001b[33mmutation\u001b[0m      Add a task");
            assertThat(console.lines().get(2))
                    .isEqualTo("tasks.complete  \u001b[33mmutation\u001b[0m      Complete a …");
        }

        @Test
        void noColorIsRespected() {
            TestConsole console =
                    hub.console().screen(new Screen(true, true, 60)).variable("NO_COLOR", "1");

            console.run("list");

            assertThat(console.out()).doesNotContain("\u001b");
        }

        @Test
        void neverMeansNever() {
            TestConsole console = hub.console().screen(new Screen(true, true, 60));

            console.run("list", "--color", "never");

            assertThat(console.out()).doesNotContain("\u001b");
        }

        @Test
        void alwaysColoursEvenAPipe() {
            TestConsole console = hub.console();

            console.run("list", "--color=always");

            assertThat(console.out()).contains("\u001b[33mmutation\u001b[0m");
        }
    }

    @Test
    void aSourceThatFailedIsToldOf() {
        String yaml =
                """
                sources:
                  - {name: shop, type: openapi, document: "http://127.0.0.1:9/openapi.json"}
                """;
        try (ExampleHub broken = ExampleHub.start(yaml)) {
            TestConsole console = broken.console();

            assertThat(console.run("list")).isEqualTo(ExitCode.OK);

            assertThat(console.errLines().getFirst()).isEqualTo("2 operations, 1 source");
            assertThat(console.errLines().get(1)).startsWith("Source shop (openapi) failed: ");
        }
    }
}
