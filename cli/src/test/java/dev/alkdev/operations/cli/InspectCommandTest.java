package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.cli.Console.Screen;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class InspectCommandTest {
    private static final String DOCUMENT =
            """
            openapi: 3.1.0
            info: {title: Pets, version: "2"}
            servers: [{url: "http://127.0.0.1:9"}]
            paths:
              /pets:
                get: {operationId: listPets, description: Lists pets, responses: {}}
                post:
                  operationId: addPet
                  requestBody:
                    content: {application/json: {schema: {$ref: "#/components/schemas/Gone"}}}
                  responses: {}
              /pets/events:
                get:
                  operationId: watchPets
                  responses: {"200": {description: "", content: {text/event-stream: {}}}}
            """;

    @TempDir Path folder;
    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(folder.resolve("pets.yaml"), DOCUMENT);
    }

    @Test
    void theReportCountsOperationsAndNamesProblemsWithPointers() {
        TestConsole console = new TestConsole();

        assertThat(console.run("inspect", file.toString())).isEqualTo(ExitCode.OK);

        assertThat(console.lines().subList(0, 4))
                .containsExactly(
                        "Pets 2 (OpenAPI 3.1.0)",
                        "3 operations: 1 query, 1 mutation, 1 subscription",
                        "",
                        "1 problem");
        assertThat(console.lines().get(4))
                .startsWith("  MISSING_REFERENCE at /paths/~1pets/post/requestBody/");
    }

    @Test
    void operationsAreListedIfAskedFor() {
        TestConsole console = new TestConsole();

        console.run("inspect", file.toString(), "--operations");

        assertThat(console.lines())
                .contains(
                        "NAME       TYPE          DESCRIPTION",
                        "listPets   query         Lists pets",
                        "addPet     mutation",
                        "watchPets  subscription");
    }

    @Test
    void jsonHasEverything() {
        TestConsole console = new TestConsole();

        console.run("inspect", file.toString(), "--operations", "--json");

        assertThat(console.json().at("/title").asString()).isEqualTo("Pets");
        assertThat(console.json().at("/counts"))
                .isEqualTo(Json.parse("{\"query\": 1, \"mutation\": 1, \"subscription\": 1}"));
        assertThat(console.json().at("/operations/0/name").asString()).isEqualTo("listPets");
        assertThat(console.json().at("/problems/0/kind").asString()).isEqualTo("MISSING_REFERENCE");
    }

    @Test
    void aUrlIsReadAsWell() {
        try (ExampleHub hub = ExampleHub.start()) {
            TestConsole console = new TestConsole();

            assertThat(console.run("inspect", hub.uri() + "/openapi.json")).isEqualTo(ExitCode.OK);

            assertThat(console.lines().getFirst()).startsWith("Operations examples ");
        }
    }

    @Test
    void aMissingFileIsNotFound() {
        TestConsole console = new TestConsole();

        assertThat(console.run("inspect", "missing.yaml")).isEqualTo(ExitCode.NOT_FOUND);

        assertThat(console.err()).isEqualTo("FILE_NOT_FOUND: there is no file missing.yaml\n");
    }

    @Test
    void whatIsNoDocumentIsInvalid() throws IOException {
        Path other = Files.writeString(folder.resolve("other.yaml"), "just: text");
        TestConsole console = new TestConsole();

        assertThat(console.run("inspect", other.toString())).isEqualTo(ExitCode.INVALID);

        assertThat(console.err()).startsWith("UNREADABLE_DOCUMENT: ");
    }

    @Test
    void anInterruptEndsIt() throws IOException, InterruptedException {
        try (SlowApi api = SlowApi.withSlowDocument()) {
            TestConsole console = new TestConsole();
            int[] code = new int[1];
            Thread command =
                    Thread.ofPlatform()
                            .start(() -> code[0] = console.run("inspect", api.document()));
            api.awaitRequest();

            command.interrupt();
            command.join();

            assertThat(code[0]).isEqualTo(ExitCode.INTERRUPTED);
            assertThat(console.err()).isEmpty();
        }
    }

    @Test
    void whatADocumentSaysDoesNotCommandTheTerminal() throws IOException {
        String hostile =
                """
                openapi: 3.1.0
                info: {title: "P\\e[2Jets\\x9b31m", version: "2"}
                paths:
                  /pets:
                    get: {operationId: a, description: "\\e]0;x\\a\\u202EPets", responses: {}}
                """;
        Path other = Files.writeString(folder.resolve("hostile.yaml"), hostile);
        TestConsole people = new TestConsole().screen(new Screen(true, true, 80));
        TestConsole programs = new TestConsole();

        people.run("inspect", other.toString(), "--operations", "--color", "never");
        programs.run("inspect", other.toString(), "--json");

        assertThat(people.lines().getFirst()).isEqualTo("P\uFFFD[2Jets\uFFFD31m 2 (OpenAPI 3.1.0)");
        assertThat(people.out())
                .contains("\uFFFD]0;x\uFFFD\uFFFDPets")
                .doesNotContainPattern("[\\p{Cc}&&[^\n]]");
        assertThat(programs.out()).contains("\\u001B", "\\u009B").doesNotContain("\u009b");
        assertThat(programs.json().get("title").asString()).isEqualTo("P\u001b[2Jets\u009b31m");
    }
}
