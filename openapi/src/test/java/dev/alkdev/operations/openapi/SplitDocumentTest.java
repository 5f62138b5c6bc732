package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.web.Credential;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Path items in files of their own, the layout that tools make of a large document. */
class SplitDocumentTest {
    private final RecordingServer documents = RecordingServer.start();
    private final RecordingServer api = RecordingServer.start();
    private final OperationRegistry registry = OperationRegistry.create();

    @TempDir Path folder;

    @AfterEach
    void stop() {
        documents.close();
        api.close();
    }

    private static String main(String servers) {
        return """
        openapi: 3.1.0
        info: {title: T, version: "1"}
        servers: [{url: "%s"}]
        security: [{bearer: []}]
        paths:
          /users/{id}: {$ref: paths/users.yaml}
          /inline: {get: {operationId: inline, responses: {"200": {description: ""}}}}
        """
                .formatted(servers);
    }

    private static final String USERS =
            """
            get:
              operationId: getUser
              parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
              responses: {"200": {description: ""}}
            put:
              operationId: putUser
              servers: [{url: own}]
              parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
              responses: {"200": {description: ""}}
            """;

    private void serve(String main, String users) {
        documents.on("/docs/api.yaml", 200, "application/yaml", main);
        documents.on("/docs/paths/users.yaml", 200, "application/yaml", users);
        HttpServiceOptions config =
                HttpServiceOptions.builder("api")
                        .credential(Credential.bearer("SECRET"))
                        .trustedOrigin(api.url())
                        .build();
        ImportedApi imported = OpenApi.fromUrl(documents.url() + "/docs/api.yaml", config);
        assertThat(imported.problems()).isEmpty();
        imported.registerIn(registry);
        documents.next();
        documents.next();
    }

    @Test
    void haveTheServersAndTheSecurityOfTheMainDocument() {
        serve(main(api.url() + "/v1"), USERS);

        registry.execute("api.getUser", Json.parse("{\"id\": 7}"));
        registry.execute("api.inline", Json.parse("{}"));

        RecordingServer.Received request = api.next();
        assertThat(request.target()).isEqualTo("/v1/users/7");
        assertThat(request.header("authorization")).isEqualTo("Bearer SECRET");
        assertThat(api.next().target()).isEqualTo("/v1/inline");
        assertThat(documents.waiting()).isZero();
        assertThat(registry.spec("api.getUser").meta().orElseThrow().path("security"))
                .isEqualTo(Json.parse("[{\"bearer\": []}]"));
    }

    @Test
    void haveServersOfTheirOwnRelativeToWhereTheyStand() {
        serve(main("../v2"), USERS);

        registry.execute("api.getUser", Json.parse("{\"id\": 7}"));
        registry.execute("api.putUser", Json.parse("{\"id\": 8}"));

        assertThat(documents.next().target()).isEqualTo("/v2/users/7");
        assertThat(documents.next().target()).isEqualTo("/docs/paths/own/users/8");
    }

    @Test
    void ofSwaggerHaveItsHostPathAndMediaTypes() throws IOException {
        Files.writeString(
                folder.resolve("users.yaml"),
                """
                post:
                  operationId: add
                  parameters:
                    - {name: tag, in: formData, type: array, items: {type: string}, required: true}
                    - {name: note, in: formData, type: string}
                  responses: {"200": {description: ""}}
                put:
                  operationId: put
                  parameters: [{name: it, in: body, schema: {type: string}}]
                  responses: {"200": {description: ""}}
                """);
        Path main =
                Files.writeString(
                        folder.resolve("api.yaml"),
                        """
                        swagger: "2.0"
                        info: {title: T, version: "1"}
                        host: "%s"
                        basePath: /v2
                        schemes: [ws, http]
                        consumes: [text/plain]
                        paths: {/users: {$ref: users.yaml}}
                        """
                                .formatted(api.url().substring("http://".length())));

        ImportedApi imported = OpenApi.fromFile(main, HttpServiceOptions.of("api"));
        imported.registerIn(registry);

        assertThat(imported.problems()).isEmpty();
        registry.execute("api.add", Json.parse("{\"tag\": [\"a\", \"b\"], \"note\": \"n\"}"));
        RecordingServer.Received form = api.next();
        assertThat(form.target()).isEqualTo("/v2/users");
        assertThat(form.text()).isEqualTo("tag=a,b&note=n");
        registry.execute("api.put", Json.parse("{\"body\": \"hello\"}"));
        assertThat(api.next().header("content-type")).startsWith("text/plain");
    }
}
