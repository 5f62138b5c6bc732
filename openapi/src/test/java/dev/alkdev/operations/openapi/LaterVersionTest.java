package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.openapi.DocumentProblem.Kind;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What OpenAPI 3.2 adds, and what is told of anything else. */
class LaterVersionTest {
    private final RecordingServer server = RecordingServer.start();
    private final OperationRegistry registry = OperationRegistry.create();

    @AfterEach
    void stop() {
        server.close();
    }

    private ImportedApi api(String paths) {
        return api("3.2.0", paths);
    }

    private ImportedApi api(String version, String paths) {
        ImportedApi api =
                OpenApi.from(
                        """
                        openapi: %s
                        info: {title: T, version: "1"}
                        servers: [{url: "%s"}]
                        """
                                        .formatted(version, server.url())
                                + paths,
                        HttpServiceOptions.of("api"));
        api.registerIn(registry);
        return api;
    }

    @Test
    void theMethodQueryReadsAndHasABody() {
        ImportedApi api =
                api(
                        """
                        paths:
                          /find:
                            query:
                              operationId: find
                              requestBody: {content: {application/json: {schema: {type: object,
                                properties: {name: {type: string}}}}}}
                              responses: {"200": {summary: "Found", content: {}}}
                        """);

        assertThat(api.problems()).isEmpty();
        assertThat(registry.spec("api.find").type()).isEqualTo(OperationType.QUERY);
        registry.execute("api.find", Json.parse("{\"name\": \"x\"}"));
        RecordingServer.Received request = server.next();
        assertThat(request.method() + " " + request.target()).isEqualTo("QUERY /find");
        assertThat(request.text()).isEqualTo("{\"name\":\"x\"}");
    }

    @Test
    void additionalOperationsHaveTheirMethodAsItIsWritten() {
        ImportedApi api =
                api(
                        """
                        paths:
                          /files/{id}:
                            parameters: [{name: id, in: path, required: true}]
                            additionalOperations:
                              COPY: {operationId: copy, responses: {}}
                              CONNECT: {operationId: tunnel, responses: {}}
                              "not a method": {responses: {}}
                        """);

        assertThat(api.operations()).hasSize(1);
        assertThat(api.problems())
                .extracting(it -> it.kind() + " " + it.pointer())
                .containsExactly(
                        "UNUSABLE_OPERATION /paths/~1files~1{id}/additionalOperations/CONNECT",
                        "UNUSABLE_OPERATION /paths/~1files~1{id}/additionalOperations/not a"
                                + " method");
        registry.execute("api.copy", Json.parse("{\"id\": 3}"));
        RecordingServer.Received request = server.next();
        assertThat(request.method() + " " + request.target()).isEqualTo("COPY /files/3");
        assertThat(registry.spec("api.copy").type()).isEqualTo(OperationType.MUTATION);
    }

    @Test
    void aChangeOfThePathChangesItsAdditionalOperations(@TempDir Path folder) throws IOException {
        String document =
                """
                openapi: 3.2.0
                info: {title: T, version: "1"}
                paths:
                  /p:
                    parameters: [{name: q, in: query, schema: {type: integer}}]
                    additionalOperations: {COPY: {operationId: copy, responses: {}}}
                """;
        Path file = Files.writeString(folder.resolve("api.yaml"), document);
        try (OpenApiSource source =
                OpenApiSource.of(DocumentSource.file(file), HttpServiceOptions.of("api"))) {
            source.start(registry);
            Files.writeString(file, document.replace("integer", "string"));

            assertThat(source.reload().changed()).containsExactly("api.copy");
        }
    }

    @Test
    void aQuerystringIsTheWholeQueryInItsMediaType() {
        ImportedApi api =
                api(
                        """
                        paths:
                          /form:
                            get:
                              operationId: form
                              parameters:
                                - {name: filter, in: querystring, content: {
                                    application/x-www-form-urlencoded: {schema: {type: object,
                                      properties: {a: {type: string}, b: {type: array}}}}}}
                              responses: {}
                          /json:
                            get:
                              operationId: json
                              parameters:
                                - {name: filter, in: querystring, content: {application/json: {}}}
                              responses: {}
                          /none:
                            get:
                              operationId: none
                              parameters: [{name: filter, in: querystring, schema: {}}]
                              responses: {}
                        """);

        assertThat(api.problems())
                .containsExactly(
                        new DocumentProblem(
                                Kind.UNUSABLE_PARAMETER,
                                "/paths/~1none/get/parameters/0",
                                "a querystring needs a \"content\""));
        registry.execute("api.form", Json.parse("{\"filter\": {\"a\": \"x&y\", \"b\": [1, 2]}}"));
        assertThat(server.next().target()).isEqualTo("/form?a=x%26y&b=1&b=2");
        registry.execute("api.json", Json.parse("{\"filter\": {\"a\": [1]}}"));
        assertThat(server.next().target()).isEqualTo("/json?%7B%22a%22%3A%5B1%5D%7D");
    }

    @Test
    void cookiesOfStyleCookieAreNotEncoded() {
        ImportedApi api =
                api(
                        """
                        paths:
                          /p:
                            get:
                              operationId: p
                              parameters:
                                - {name: a, in: cookie, style: cookie, schema: {type: string}}
                                - {name: b, in: cookie, style: cookie, schema: {type: array}}
                                - {name: c, in: cookie, schema: {type: string}}
                              responses: {}
                        """);

        assertThat(api.problems()).isEmpty();
        registry.execute("api.p", Json.parse("{\"a\": \"x/y z\", \"b\": [1, 2], \"c\": \"/\"}"));
        assertThat(server.next().header("cookie")).isEqualTo("a=x/y z; b=1; b=2; c=%2F");
        assertThatThrownBy(() -> registry.execute("api.p", Json.parse("{\"a\": \"x; admin=1\"}")))
                .hasMessageContaining("no cookie can carry");
    }

    @Test
    void mediaTypesMayBeReferences() {
        ImportedApi api =
                api(
                        """
                        paths:
                          /p:
                            post:
                              operationId: p
                              requestBody: {content: {application/json: {
                                $ref: "#/components/mediaTypes/Pet"}}}
                              responses: {"200": {description: "", content: {application/json: {
                                $ref: "#/components/mediaTypes/Pet"}}}}
                        components:
                          mediaTypes:
                            Pet: {schema: {type: object, properties: {name: {type: string}}}}
                        """);

        assertThat(api.problems()).isEmpty();
        assertThat(registry.spec("api.p").inputSchema().toJson().at("/properties/name/type"))
                .isEqualTo(Json.parse("\"string\""));
        assertThat(registry.spec("api.p").outputSchema().accepts(Json.parse("{\"name\": 1}")))
                .isFalse();
    }

    @Test
    void aDocumentMayReferToItselfByItsOwnName() {
        ImportedApi api =
                api(
                        """
                        $self: https://canonical.example/api.yaml
                        paths:
                          /p:
                            get:
                              operationId: p
                              responses: {"200": {description: "", content: {application/json: {schema: {
                                $ref: "https://canonical.example/api.yaml#/components/schemas/Pet"}}}}}
                          /q:
                            get:
                              operationId: q
                              responses: {"200": {description: "", content: {application/json: {schema: {
                                $ref: "https://other.example/api.yaml#/components/schemas/Pet"}}}}}
                        components: {schemas: {Pet: {type: integer}}}
                        """);

        assertThat(api.problems())
                .extracting(it -> it.kind() + " " + it.message())
                .containsExactly(
                        "FORBIDDEN_REFERENCE may not refer to" + " https://other.example/api.yaml");
        assertThat(registry.spec("api.p").outputSchema().accepts(Json.parse("1"))).isTrue();
        assertThat(registry.spec("api.p").outputSchema().accepts(Json.parse("\"a\""))).isFalse();
    }

    @Test
    void whatIsNotUnderstoodIsAProblemAndNeverLeftOutInSilence() {
        ImportedApi api =
                api(
                        "3.9.1",
                        """
                        paths:
                          /p:
                            x-mine: {}
                            summon: {operationId: later}
                            spell: aloud
                            post:
                              operationId: p
                              requestBody: {content: {multipart/mixed: {itemEncoding: {}}}}
                              responses: {}
                        """);

        assertThat(api.operations()).hasSize(1);
        assertThat(api.problems())
                .extracting(it -> it.kind() + " " + it.pointer())
                .containsExactly(
                        "UNSUPPORTED /openapi",
                        "UNUSABLE_OPERATION /paths/~1p/summon",
                        "UNSUPPORTED /paths/~1p/spell",
                        "UNSUPPORTED"
                            + " /paths/~1p/post/requestBody/content/multipart~1mixed/itemEncoding");
    }

    @Test
    void pathsThatAreNoneAreAProblem() {
        for (String paths : List.of("null", "[]", "text")) {
            assertThat(api("paths: " + paths).problems())
                    .containsExactly(
                            new DocumentProblem(
                                    Kind.UNUSABLE_OPERATION,
                                    "/paths",
                                    "is not an object; there are no operations to import"));
        }
        assertThat(api("webhooks: {}").problems()).isEmpty();
    }
}
