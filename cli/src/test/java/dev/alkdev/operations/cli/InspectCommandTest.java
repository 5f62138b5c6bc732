package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
    void progressIsShownOnATerminalAndGoneAfterwards() {
        TestConsole watched = new TestConsole().screen(new Screen(true, true, 80));
        try (Progress progress = Progress.start(watched.console(), "Reading")) {
            await().until(() -> watched.err().contains("Reading … 0 s"));
        }
        TestConsole piped = new TestConsole();
        try (Progress progress = Progress.start(piped.console(), "Reading")) {
            assertThat(piped.err()).isEmpty();
        }

        assertThat(watched.err()).endsWith("\r\u001b[K");
        assertThat(piped.err()).isEmpty();
    }
}
