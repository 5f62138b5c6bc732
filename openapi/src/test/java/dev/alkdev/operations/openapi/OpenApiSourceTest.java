package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.RegistryChange;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.SourceContract;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class OpenApiSourceTest {
    private static final String DOCUMENT =
            """
            openapi: 3.0.0
            info: {title: Pets, version: "1"}
            servers: [{url: "http://127.0.0.1:1"}]
            paths:
              /pets:
                get:
                  operationId: list
                  responses:
                    "200":
                      description: ""
                      content:
                        application/json:
                          schema: {type: array, items: {$ref: "#/components/schemas/Pet"}}
                post: {operationId: add, responses: {}}
              /stores:
                get: {operationId: stores, responses: {}}
            components:
              schemas:
                Pet: {properties: {friend: {$ref: "#/components/schemas/Friend"}}}
                Friend: {properties: {pet: {$ref: "#/components/schemas/Pet"}, since: {type: string}}}
            """;

    private static OpenApiSource source(Path file) {
        return OpenApiSource.of(DocumentSource.file(file), HttpServiceOptions.of("pets"));
    }

    @Nested
    class TheContract implements SourceContract {
        @Override
        public OperationSource source() {
            return OpenApiSource.of(DocumentSource.text(DOCUMENT), HttpServiceOptions.of("pets"));
        }

        @Override
        public OperationSource brokenSource() {
            return OpenApiSource.of(
                    DocumentSource.file(Path.of("no such file.yaml")),
                    HttpServiceOptions.of("pets"));
        }

        @Override
        public List<String> operationIds() {
            return List.of("pets.add", "pets.list", "pets.stores");
        }
    }

    @Test
    void theStatusListsAllThatIsLeftOutOfTheDocument() {
        OperationRegistry registry = OperationRegistry.create();
        OpenApiSource source =
                OpenApiSource.of(
                        DocumentSource.text(
                                """
                                openapi: 3.1.0
                                info: {title: Pets, version: "1"}
                                servers: [{url: "http://127.0.0.1:1"}]
                                paths:
                                  /a:
                                    get: {operationId: good, responses: {}}
                                    purge: {operationId: purge, responses: {}}
                                    GET: {operationId: upper, responses: {}}
                                    put: 5
                                  b:
                                    get: {operationId: noSlash, responses: {}}
                                  /c: {$ref: "#/components/pathItems/Alias"}
                                components:
                                  pathItems:
                                    Alias: {$ref: "#/nowhere"}
                                """),
                        HttpServiceOptions.of("pets"));

        source.start(registry);

        assertThat(source.status().operations()).isEqualTo(1);
        assertThat(source.status().leftOut())
                .containsOnlyKeys(
                        "/paths/~1a/purge",
                        "/paths/~1a/GET",
                        "/paths/~1a/put",
                        "/paths/b",
                        "/paths/~1c");
        source.close();
    }

    @Nested
    class Reloading {
        @TempDir Path folder;
        private final OperationRegistry registry = OperationRegistry.create();
        private final List<String> changes = new ArrayList<>();

        private Path write(String text) throws IOException {
            return Files.writeString(folder.resolve("pets.yaml"), text);
        }

        private OpenApiSource started(String text) throws IOException {
            OpenApiSource source = source(write(text));
            source.start(registry);
            registry.onChange((RegistryChange change) -> changes.add(change.toString()));
            return source;
        }

        @Test
        void theSameDocumentChangesNothing() throws IOException {
            try (OpenApiSource source = started(DOCUMENT)) {
                assertThat(source.reload().isEmpty()).isTrue();
                write(DOCUMENT + "\n# a comment\n");
                assertThat(source.reload().isEmpty()).isTrue();
                assertThat(changes).isEmpty();
            }
        }

        @Test
        void tellsWhatWasAddedChangedAndRemovedAndLeavesTheRestAlone() throws IOException {
            try (OpenApiSource source = started(DOCUMENT)) {
                write(
                        DOCUMENT.replace("/stores:", "/shops:")
                                .replace("operationId: stores", "operationId: shops")
                                .replace("since: {type: string}", "since: {type: integer}"));

                ApiChanges found = source.reload();

                assertThat(found)
                        .isEqualTo(
                                new ApiChanges(
                                        List.of("pets.shops"),
                                        List.of("pets.list"),
                                        List.of("pets.stores")));
                assertThat(changes).hasSize(3).noneMatch(change -> change.contains("pets.add"));
                assertThat(
                                registry.spec("pets.list")
                                        .outputSchema()
                                        .accepts(Json.parse("[{\"friend\": {\"since\": 1}}]")))
                        .isTrue();
                assertThat(source.status().operations()).isEqualTo(3);
            }
        }

        @Test
        void aNewVersionOfTheApiChangesEverything() throws IOException {
            try (OpenApiSource source = started(DOCUMENT)) {
                write(DOCUMENT.replace("version: \"1\"", "version: \"2\""));

                assertThat(source.reload().changed())
                        .containsExactly("pets.list", "pets.add", "pets.stores");
                assertThat(registry.spec("pets.add").version()).isEqualTo("2");
            }
        }

        @Test
        void thatFailsKeepsTheOperationsAndSaysWhyUntilItWorksAgain() throws IOException {
            try (OpenApiSource source = started(DOCUMENT)) {
                write("{");

                assertThatThrownBy(source::reload).isInstanceOf(DocumentException.class);
                assertThatThrownBy(source::reload).isInstanceOf(DocumentException.class);
                assertThat(source.status().state()).isEqualTo(State.FAILED);
                assertThat(source.status().operations()).isEqualTo(3);
                assertThat(registry.isCallable("pets.list")).isTrue();

                write(DOCUMENT);
                assertThat(source.reload().isEmpty()).isTrue();
                assertThat(source.status())
                        .isEqualTo(new OperationSource.Status(State.READY, 3, null));
            }
        }

        @Test
        void aSourceThatCouldNotStartRecovers() {
            Path file = folder.resolve("pets.yaml");
            try (OpenApiSource source = source(file)) {
                source.start(registry);
                assertThat(source.status().state()).isEqualTo(State.FAILED);

                assertThat(write(source).added())
                        .containsExactly("pets.list", "pets.add", "pets.stores");
                assertThat(source.status())
                        .isEqualTo(new OperationSource.Status(State.READY, 3, null));
            }
        }

        private ApiChanges write(OpenApiSource source) {
            try {
                write(DOCUMENT);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return source.reload();
        }

        @Test
        void seesChangesInOtherFiles() throws IOException {
            Files.writeString(folder.resolve("pet.yaml"), "type: string");
            String text = DOCUMENT.replace("#/components/schemas/Pet\"}}\n", "pet.yaml\"}}\n");
            try (OpenApiSource source = started(text)) {
                registry.spec("pets.list").outputSchema().accepts(Json.parse("[\"a\"]"));
                Files.writeString(folder.resolve("pet.yaml"), "type: integer");

                assertThat(source.reload().changed()).containsExactly("pets.list");
                assertThat(registry.spec("pets.list").outputSchema().accepts(Json.parse("[1]")))
                        .isTrue();
            }
        }
    }

    @Test
    void aUrlIsAskedWhetherItHasChanged() {
        try (RecordingServer server = RecordingServer.start();
                OpenApiSource source =
                        OpenApiSource.of(
                                DocumentSource.url(server.url() + "/openapi.yaml"),
                                HttpServiceOptions.of("pets"))) {
            server.on(
                    "/openapi.yaml",
                    (exchange, request) -> {
                        boolean known = request.header("if-none-match").equals("\"v1\"");
                        exchange.getResponseHeaders().add("ETag", "\"v1\"");
                        RecordingServer.reply(
                                exchange,
                                known ? 304 : 200,
                                "application/yaml",
                                known ? new byte[0] : DOCUMENT.getBytes(StandardCharsets.UTF_8));
                    });
            source.start(OperationRegistry.create());
            assertThat(source.status().state()).isEqualTo(State.READY);

            assertThat(source.reload().isEmpty()).isTrue();

            assertThat(server.next().header("if-none-match")).isEmpty();
            assertThat(server.next().header("if-none-match")).isEqualTo("\"v1\"");
        }
    }
}
