package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class CallCommandTest {
    private static ExampleHub hub;

    @BeforeAll
    static void start() {
        hub = ExampleHub.start();
    }

    @AfterAll
    static void stop() {
        hub.close();
    }

    private static JsonNode call(String... arguments) {
        TestConsole console = hub.console();
        assertThat(console.run(arguments)).as(console.err()).isEqualTo(ExitCode.OK);
        return console.json();
    }

    @Nested
    class TheInput {
        @Test
        void membersAreTypedByTheSchema() {
            JsonNode page = call("call", "tasks.list", "done=false", "limit=1", "text=them");

            assertThat(page.at("/tasks/0/title").asString()).isEqualTo("Call one of them");
        }

        @Test
        void aNumberStaysTextWhereTextIsAskedFor() {
            assertThat(call("call", "library.listBooks", "text=1984").get("total").asInt())
                    .isZero();
        }

        @Test
        void isJson() {
            assertThat(call("call", "tasks.get", "{\"id\": 1}").get("title").asString())
                    .isEqualTo("List the operations");
        }

        @Test
        void comesFromAFile(@TempDir Path folder) throws IOException {
            Path file = Files.writeString(folder.resolve("input.json"), "{\"id\": 2}");

            assertThat(call("call", "tasks.get", "@" + file).get("title").asString())
                    .isEqualTo("Call one of them");
        }

        @Test
        void comesFromStandardInput() {
            TestConsole console = hub.console().input("{\"id\": 2}");

            assertThat(console.run("call", "tasks.get", "-")).isEqualTo(ExitCode.OK);

            assertThat(console.json().get("title").asString()).isEqualTo("Call one of them");
        }

        @Test
        void membersAddToJson() {
            assertThat(
                            call("call", "tasks.list", "{\"limit\": 1}", "text=watch")
                                    .at("/tasks")
                                    .size())
                    .isEqualTo(1);
        }
    }

    @Test
    void theResultIsIndentedForPeopleAndOneLineForPrograms() {
        TestConsole people = hub.console();
        people.run("call", "library.listBooks", "limit=0");
        TestConsole programs = hub.console();
        programs.run("call", "library.listBooks", "limit=0", "--json");

        assertThat(people.lines()).hasSizeGreaterThan(1);
        assertThat(programs.out()).isEqualTo("{\"total\":4,\"books\":[]}\n");
        assertThat(people.json()).isEqualTo(programs.json());
    }

    @Test
    void theEnvelopeTellsWhereItCameFrom() {
        JsonNode local = call("call", "tasks.get", "id=1", "--envelope");
        JsonNode http = call("call", "library.listBooks", "--envelope");

        assertThat(local.at("/meta/source").asString()).isEqualTo("local");
        assertThat(local.at("/meta/operationId").asString()).isEqualTo("tasks.get");
        assertThat(http.at("/meta/source").asString()).isEqualTo("http");
        assertThat(http.at("/meta/statusCode").asInt()).isEqualTo(200);
    }

    @Test
    void aTimeMayBeAsLongAsOneLikes() {
        assertThat(call("call", "tasks.get", "id=1", "--timeout", "20000m").get("id").asInt())
                .isEqualTo(1);
    }

    @Nested
    class Failing {
        @Test
        void aDeclaredErrorIsToldWithItsDetails() {
            TestConsole console = hub.console();

            assertThat(console.run("call", "tasks.get", "id=77")).isEqualTo(ExitCode.FAILED);

            assertThat(console.out()).isEmpty();
            assertThat(console.err())
                    .isEqualTo(
                            """
                            TASK_NOT_FOUND: There is no task 77
                              details: {"id":77}
                            """);
        }

        @Test
        void errorsAreJsonIfAskedFor() {
            TestConsole console = hub.console();

            assertThat(console.run("call", "tasks.get", "id=77", "--json"))
                    .isEqualTo(ExitCode.FAILED);

            assertThat(console.out()).isEmpty();
            assertThat(console.errJson())
                    .isEqualTo(
                            Json.parse(
                                    """
                                    {"error": {"code": "TASK_NOT_FOUND",
                                               "message": "There is no task 77",
                                               "details": {"id": 77}},
                                     "exitCode": 1}
                                    """));
        }

        @Test
        void anAccidentGivesNothingAway() {
            TestConsole console = hub.console();

            assertThat(console.run("call", "test.broken")).isEqualTo(ExitCode.FAILED);

            assertThat(console.err()).startsWith("EXECUTION_ERROR: ").doesNotContain("purpose");
        }

        @Test
        void invalidInputIsToldWithEveryPlace() {
            TestConsole console = hub.console();

            assertThat(
                            console.run(
                                    "call",
                                    "library.addBook",
                                    "isbn=1",
                                    "title=T",
                                    "author=A",
                                    "year=soon"))
                    .isEqualTo(ExitCode.INVALID);

            assertThat(console.errLines().getFirst())
                    .startsWith("VALIDATION_ERROR: input of library.addBook is not valid: ");
            assertThat(console.errLines())
                    .anyMatch(line -> line.startsWith("  /isbn: "))
                    .anyMatch(line -> line.startsWith("  /year: "));
        }

        @Test
        void aCallThatTakesTooLongTimesOut() {
            TestConsole console = hub.console();

            assertThat(console.run("call", "test.forever", "--timeout", "50ms"))
                    .isEqualTo(ExitCode.TIMEOUT);

            assertThat(console.err()).startsWith("TIMEOUT: ");
        }

        @Test
        void aSubscriptionIsNotCalled() {
            TestConsole console = hub.console();

            assertThat(console.run("call", "tasks.watch")).isEqualTo(ExitCode.USAGE);

            assertThat(console.err())
                    .isEqualTo(
                            """
                            INVALID_OPERATION_TYPE: tasks.watch is a subscription
                            Use: operations subscribe tasks.watch
                            """);
        }

        @Test
        void whatAnotherOperationWasRefusedIsToldAsItIs() {
            for (String code :
                    List.of(ErrorCode.OPERATION_NOT_FOUND, ErrorCode.INVALID_OPERATION_TYPE)) {
                hub.hub()
                        .registry()
                        .register(
                                OperationSpec.query("test.nested").describedAs("Nests").build(),
                                (input, context) -> {
                                    throw new CallException(code, "other.one is the trouble");
                                });
                TestConsole console = hub.console();
                try {
                    console.run("call", "test.nested");
                } finally {
                    hub.hub().registry().remove("test.nested");
                }

                assertThat(console.err()).isEqualTo(code + ": other.one is the trouble\n");
            }
        }

        @Test
        void aMisspeltIdIsSuggestedInJsonToo() {
            TestConsole console = hub.console();

            assertThat(console.run("call", "tasks.lits", "--json")).isEqualTo(ExitCode.NOT_FOUND);

            assertThat(console.errJson())
                    .isEqualTo(
                            Json.parse(
                                    """
                                    {"error": {"code": "OPERATION_NOT_FOUND",
                                      "message":
                                        "there is no operation tasks.lits that you may use",
                                      "hints": ["Did you mean tasks.list?"]},
                                     "exitCode": 5}
                                    """));
        }

        @Test
        void aBareNameFindsItsNamespace() {
            TestConsole console = hub.console();

            assertThat(console.run("call", "addBook")).isEqualTo(ExitCode.NOT_FOUND);

            assertThat(console.errLines().getLast()).isEqualTo("Did you mean library.addBook?");
        }

        @Test
        void aTimeoutThatIsNoneIsWrongUsage() {
            TestConsole console = hub.console();

            assertThat(console.run("call", "tasks.list", "--timeout", "soon"))
                    .isEqualTo(ExitCode.USAGE);

            assertThat(console.errLines().getFirst())
                    .isEqualTo(
                            "operations: Invalid value for option '--timeout': a time looks like"
                                    + " 5s, 250ms or 2m and is more than 0, but this is \"soon\"");
        }

        @Test
        void anInterruptEndsTheCall() throws InterruptedException {
            TestConsole console = hub.console();
            int[] code = new int[1];
            Thread command =
                    Thread.ofPlatform().start(() -> code[0] = console.run("call", "test.forever"));
            await().until(() -> hub.hub().registry().openCalls() == 1);

            command.interrupt();
            command.join();

            assertThat(code[0]).isEqualTo(ExitCode.INTERRUPTED);
            assertThat(console.err()).isEmpty();
            await().until(() -> hub.hub().registry().openCalls() == 0);
        }
    }
}
