package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Schema;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.node.NullNode;

class DescribeCommandTest {
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
    void showsInputOutputErrorsAndAnExample() {
        TestConsole console = hub.console();

        assertThat(console.run("describe", "tasks.complete")).isEqualTo(ExitCode.OK);

        assertThat(console.out())
                .isEqualTo(
                        """
                        tasks.complete  mutation  1.0.0
                        Complete a task
                        Marks a task as done and returns it
                        Tags: tasks
                        Access: everybody

                        Input (* required)
                        NAME  TYPE     DESCRIPTION
                        id *  integer  The id that tasks.add gave it

                        Output
                        NAME         TYPE                       DESCRIPTION
                        id *         integer
                        title *      string
                        done *       boolean
                        createdAt *  string (date-time)
                        doneAt       string | null (date-time)

                        Errors
                        CODE               STATUS  DESCRIPTION
                        TASK_NOT_FOUND     404     There is no task of this id
                        TASK_ALREADY_DONE  409     The task was done before

                        Try
                          operations call tasks.complete id=1
                        """);
    }

    @Test
    void nestedPropertiesAreShownByTheirPath() {
        TestConsole console = hub.console();

        console.run("describe", "library.listBooks");

        assertThat(console.lines())
                .contains(
                        "books *              array of object",
                        "books[].isbn *       string           13 digits");
    }

    @Test
    void aSubscriptionIsTriedWithSubscribe() {
        TestConsole console = hub.console();

        console.run("describe", "tasks.watch");

        assertThat(console.lines())
                .contains("Each item", "  operations subscribe tasks.watch")
                .anyMatch(line -> line.contains("\"ADDED\" | \"COMPLETED\" | \"REMOVED\""));
    }

    @Test
    void aSchemaThatRefersToItselfEnds() {
        OperationSpec spec =
                OperationSpec.query("test.tree")
                        .describedAs("A tree")
                        .input(
                                Schema.parse(
                                        """
                                        {"type": "object", "properties": {"child": {"$ref": "#"}}}
                                        """))
                        .build();
        hub.hub().registry().register(spec, (input, context) -> NullNode.getInstance());
        TestConsole console = hub.console();
        try {
            assertThat(console.run("describe", "test.tree")).isEqualTo(ExitCode.OK);
        } finally {
            hub.hub().registry().remove("test.tree");
        }

        assertThat(console.lines())
                .contains("child.child.child.child  object")
                .doesNotContain("child.child.child.child.child  object");
    }

    @Test
    void whatACallerNeedsIsSaid() {
        String yaml =
                """
                tokens:
                  - {id: ann, hash: "%s", scopes: [a, b], resources: {"project:1": [read]}}
                """
                        .formatted(dev.alkdev.operations.hub.TokenHash.of("secret").text());
        try (ExampleHub guarded = ExampleHub.start(yaml)) {
            guarded.hub()
                    .registry()
                    .register(
                            OperationSpec.query("test.guarded")
                                    .describedAs("For some")
                                    .access(
                                            AccessControl.requires("a")
                                                    .withAnyOf("b", "c")
                                                    .withResource("project", "read"))
                                    .build(),
                            (input, context) -> NullNode.getInstance());
            TestConsole console = guarded.console().variable("OPERATIONS_TOKEN", "secret");

            assertThat(console.run("describe", "test.guarded")).isEqualTo(ExitCode.OK);

            assertThat(console.lines())
                    .contains("Access: scopes a; one of the scopes b, c; action read on a project");
        }
    }

    @Test
    void jsonIsTheSpec() {
        TestConsole console = hub.console();

        assertThat(console.run("describe", "tasks.add", "--json")).isEqualTo(ExitCode.OK);

        assertThat(OperationSpec.fromJson(console.json()))
                .isEqualTo(hub.hub().registry().spec("tasks.add"));
    }

    @Test
    void aMisspeltIdIsNotFoundAndTheNearestOneSuggested() {
        TestConsole console = hub.console();

        assertThat(console.run("describe", "taks.list")).isEqualTo(ExitCode.NOT_FOUND);

        assertThat(console.err())
                .isEqualTo(
                        """
                        OPERATION_NOT_FOUND: there is no operation taks.list that you may use
                        Did you mean tasks.list?
                        """);
    }

    @Test
    void anIdLikeNoOtherLeadsToTheList() {
        TestConsole console = hub.console();

        assertThat(console.run("describe", "zeppelin.fly")).isEqualTo(ExitCode.NOT_FOUND);

        assertThat(console.errLines().getLast())
                .isEqualTo("See what there is with: operations list");
    }
}
