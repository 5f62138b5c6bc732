package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.openapi.DocumentProblem.Kind;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.web.Credential;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

class DocumentReadingTest {
    private static final HttpServiceOptions CONFIG = HttpServiceOptions.of("api");
    private static final String JSON =
            """
            {"openapi": "3.0.1", "info": {"title": "T", "version": "1"},
             "servers": [{"url": "http://127.0.0.1:1"}],
             "paths": {"/p": {"get": {"operationId": "op", "responses": {"200": {"description": "",
               "content": {"application/json": {"schema": {"$ref": "%s"}}}}}}}}}
            """;

    @TempDir Path folder;

    private static List<String> names(ImportedApi api) {
        return api.operations().stream().map(it -> it.spec().name()).toList();
    }

    private static OperationSpec first(ImportedApi api) {
        return api.operations().getFirst().spec();
    }

    @Nested
    class Yaml {
        @Test
        void mayHaveAnchorsMergeKeysAndNumbersAsKeys() {
            ImportedApi api =
                    OpenApi.from(
                            """
                            openapi: 3.0.0
                            info: {title: T, version: 1.0}
                            x-shared: &shared
                              description: "shared"
                              content: {application/json: {schema: {type: integer}}}
                            paths:
                              /p:
                                get:
                                  operationId: op
                                  responses:
                                    200: {<<: *shared}
                                    404: *shared
                            """,
                            CONFIG);

            assertThat(first(api).outputSchema().accepts(Json.parse("1"))).isTrue();
            assertThat(first(api).outputSchema().accepts(Json.parse("\"a\""))).isFalse();
            assertThat(first(api).errors().getFirst().code()).isEqualTo("HTTP_404");
            assertThat(first(api).version()).isEqualTo("1.0");
        }

        @Test
        void mayHaveBlockScalarsOfNothingButBlankLines() {
            String text =
                    """
                    a:
                      - example: |+
                           \s
                        next: 1
                      - b: |
                          text:  |
                      \s
                      - c
                    """;

            assertThat(YamlTree.parse(text))
                    .isEqualTo(
                            Json.parse(
                                    """
                                    {"a": [{"example": "\\n", "next": 1}, {"b": "text:  |\\n"}, "c"]}
                                    """));
        }

        @ParameterizedTest
        @ValueSource(strings = {"a: [1", "{a: 1, a: 2}", "a: &a [*a]"})
        void thatIsBrokenIsUnreadable(String text) {
            assertThatThrownBy(() -> YamlTree.parse(text)).isInstanceOf(DocumentException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[1]", "hello", "{\"openapi\": \"4.0\"}", "null"})
    void whatIsNoDescriptionIsUnreadable(String text) {
        assertThatThrownBy(() -> OpenApi.from(text, CONFIG)).isInstanceOf(DocumentException.class);
    }

    @Test
    void theComplaintAboutBrokenJsonNamesThePlace() {
        assertThatThrownBy(() -> OpenApi.from("{\"openapi\":\n  \"3.0.0\",,}", CONFIG))
                .hasMessageStartingWith("not JSON: ")
                .hasMessageEndingWith("at line 2, column 11");
    }

    @Nested
    class AFile {
        private Path write(Path folder, String reference) throws IOException {
            return Files.writeString(folder.resolve("api.json"), JSON.formatted(reference));
        }

        @Test
        void mayReferToOthersInItsFolder() throws IOException {
            Files.createDirectory(folder.resolve("sub"));
            Files.writeString(
                    folder.resolve("sub/pet.yaml"), "Pet: {properties: {a: {$ref: '../b.json'}}}");
            Files.writeString(folder.resolve("b.json"), "{\"type\": \"integer\"}");

            ImportedApi api = OpenApi.fromFile(write(folder, "sub/pet.yaml#/Pet"), CONFIG);

            assertThat(api.problems()).isEmpty();
            assertThat(first(api).outputSchema().accepts(Json.parse("{\"a\": 1}"))).isTrue();
            assertThat(first(api).outputSchema().accepts(Json.parse("{\"a\": \"x\"}"))).isFalse();
            assertThat(OperationSpec.fromJson(first(api).toJson())).isEqualTo(first(api));
        }

        @Test
        void mayNotReferOutOfItsFolderEvenByALink() throws IOException {
            Path inner = Files.createDirectory(folder.resolve("inner"));
            Files.writeString(folder.resolve("secret.json"), "{\"type\": \"integer\"}");
            Files.createSymbolicLink(inner.resolve("link.json"), folder.resolve("secret.json"));

            for (String reference : List.of("../secret.json", "link.json")) {
                ImportedApi api = OpenApi.fromFile(write(inner, reference), CONFIG);
                assertThat(api.problems())
                        .containsExactly(
                                new DocumentProblem(
                                        Kind.FORBIDDEN_REFERENCE,
                                        "/paths/~1p/get/responses/200/content/application~1json/"
                                                + "schema/$ref",
                                        "may not refer to " + reference));
                assertThat(names(api)).containsExactly("op");
            }
            ImportOptions anywhere =
                    ImportOptions.builder().references(ReferenceRule.anywhere()).build();
            HttpServiceOptions open = HttpServiceOptions.builder("api").imports(anywhere).build();
            assertThat(OpenApi.fromFile(write(inner, "../secret.json"), open).problems()).isEmpty();
        }

        @Test
        void mayBeInAnyFileSystem() throws IOException {
            URI zip = URI.create("jar:" + folder.resolve("api.zip").toUri());
            try (FileSystem files = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
                Files.writeString(files.getPath("/pet.json"), "{\"type\": \"integer\"}");

                ImportedApi api = OpenApi.fromFile(write(files.getPath("/"), "pet.json"), CONFIG);

                assertThat(first(api).outputSchema().accepts(Json.parse("1"))).isTrue();
                assertThat(first(api).outputSchema().accepts(Json.parse("\"a\""))).isFalse();
            }
        }

        @Test
        void thatIsTooLargeIsNotRead() throws IOException {
            ImportOptions small =
                    ImportOptions.builder().limits(100, Duration.ofSeconds(1)).build();
            HttpServiceOptions config = HttpServiceOptions.builder("api").imports(small).build();
            Path file = write(folder, "#/nowhere");

            assertThatThrownBy(() -> OpenApi.fromFile(file, config))
                    .hasMessage("cannot read " + file + ": the body has more than 100 bytes");
        }
    }

    @Nested
    class AUrl {
        @Test
        void isFetchedWithHeadersAndCredentialsWhichOtherOriginsNeverSee() {
            try (RecordingServer server = RecordingServer.start();
                    RecordingServer other = RecordingServer.start()) {
                String foreign = other.url() + "/pet.json";
                server.on("/api.json", 200, "application/json", JSON.formatted("pet.json"));
                server.on("/pet.json", 200, "application/json", "{\"$ref\": \"" + foreign + "\"}");
                other.on("/pet.json", 200, "application/json", "{\"type\": \"integer\"}");
                DocumentSource.Url url =
                        DocumentSource.url(server.url() + "/api.json")
                                .withHeader("X-Version", "3")
                                .withCredential(Credential.bearer("SECRET"));
                ImportOptions anywhere =
                        ImportOptions.builder().references(ReferenceRule.anywhere()).build();

                ImportedApi api =
                        OpenApi.from(
                                url, HttpServiceOptions.builder("api").imports(anywhere).build());

                assertThat(first(api).outputSchema().accepts(Json.parse("1"))).isTrue();
                for (int i = 0; i < 2; i++) {
                    RecordingServer.Received request = server.next();
                    assertThat(request.header("x-version")).isEqualTo("3");
                    assertThat(request.header("authorization")).isEqualTo("Bearer SECRET");
                }
                assertThat(other.next().headers()).doesNotContainKeys("authorization", "x-version");
                assertThat(url.toString()).doesNotContain("SECRET");
            }
        }

        @Test
        void mayReferToItsOwnOriginOnly() {
            try (RecordingServer server = RecordingServer.start();
                    RecordingServer other = RecordingServer.start()) {
                server.on(
                        "/api.json",
                        200,
                        "application/json",
                        JSON.formatted(other.url() + "/pet.json"));

                ImportedApi api = OpenApi.fromUrl(server.url() + "/api.json", CONFIG);

                assertThat(api.problems())
                        .extracting(DocumentProblem::kind)
                        .containsExactly(Kind.FORBIDDEN_REFERENCE);
                assertThat(other.waiting()).isZero();
            }
        }

        @Test
        void thatAnswersLateLargeOrWithAnErrorIsUnreadable() {
            ImportOptions strict =
                    ImportOptions.builder().limits(1000, Duration.ofMillis(200)).build();
            HttpServiceOptions config = HttpServiceOptions.builder("api").imports(strict).build();
            try (SocketServer silent =
                    SocketServer.start((number, socket, out) -> SocketServer.awaitEnd(socket))) {
                assertThatThrownBy(() -> OpenApi.fromUrl(silent.url(), config))
                        .isInstanceOf(DocumentException.class)
                        .hasMessageEndingWith("the time is up");
            }
            try (RecordingServer server = RecordingServer.start()) {
                server.on("/big", 200, "application/json", " ".repeat(2000));
                server.on("/gone", 410, "", "");
                assertThatThrownBy(() -> OpenApi.fromUrl(server.url() + "/big", config))
                        .hasMessageEndingWith("the body has more than 1000 bytes");
                assertThatThrownBy(() -> OpenApi.fromUrl(server.url() + "/gone?key=1", config))
                        .hasMessage("cannot read " + server.url() + "/gone: HTTP 410: Gone");
            }
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"file:///etc/passwd", "ftp://h/x", "jar:file:/x!/y", "openapi.json"})
        void isHttpOrHttps(String url) {
            assertThatThrownBy(() -> OpenApi.fromUrl(url, CONFIG))
                    .isInstanceOf(IllegalArgumentException.class);
        }

        @Test
        void isWhereARelativeServerBegins() {
            try (RecordingServer server = RecordingServer.start()) {
                server.on(
                        "/docs/api.json",
                        200,
                        "application/json",
                        JSON.replace("http://127.0.0.1:1", "../v2").formatted("#/info"));
                ImportedApi api = OpenApi.fromUrl(server.url() + "/docs/api.json", CONFIG);
                OperationRegistry registry = OperationRegistry.create();
                api.registerIn(registry);
                server.next();

                registry.execute("api.op", Json.parse("{}"));

                assertThat(server.next().target()).isEqualTo("/v2/p");
            }
        }
    }

    @Test
    void aPathItemMayBeAReference() {
        String text =
                """
                {"openapi": "3.1.0", "info": {"title": "T", "version": "1"},
                 "paths": {"/a": {"$ref": "#/components/pathItems/A",
                                  "post": {"operationId": "own", "responses": {}}}},
                 "components": {"pathItems": {"A": {
                   "parameters": [{"name": "q", "in": "query"}],
                   "get": {"operationId": "shared", "responses": {}}}}}}
                """;

        ImportedApi api = OpenApi.from(text, CONFIG);

        assertThat(names(api)).containsExactly("own", "shared");
        assertThat(api.operations().getLast().spec().inputSchema().toJson().at("/properties"))
                .isEqualTo(Json.parse("{\"q\": {}}"));
    }
}
