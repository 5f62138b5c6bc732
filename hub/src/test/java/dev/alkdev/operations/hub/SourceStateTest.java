package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationSource.Status;
import dev.alkdev.operations.OperationSource.Status.State;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/** The states of sources that readiness and listings report. */
class SourceStateTest {
    @TempDir private Path folder;

    private static Status status(Hub hub) {
        return hub.sources().getFirst().status();
    }

    @Test
    void aHubStartsUntilEachSourceWasTried() throws Exception {
        String source = HubFixtures.TEST_SOURCE + "    options: {gate: readiness}\n";
        try (Hub hub = Hub.of(HubFixtures.config(source))) {
            hub.start();
            try (HubClient client = HubClient.of(hub)) {
                assertThat(client.get("/health/ready").statusCode()).isEqualTo(503);
                assertThat(client.get("/health/ready").body()).contains("\"starting\"");
                assertThat(client.get("/health/live").statusCode()).isEqualTo(200);

                TestProvider.open("readiness");

                await().untilAsserted(
                                () -> {
                                    assertThat(client.get("/health/ready").body())
                                            .contains("\"ready\"");
                                    assertThat(client.get("/health/ready").statusCode())
                                            .isEqualTo(200);
                                });
            }
        }
    }

    @Test
    void aSourceThatBroughtNothingDegradesTheHub() throws Exception {
        String source = HubFixtures.TEST_SOURCE + "    options: {broken: true}\n";
        try (Hub hub = HubFixtures.started(source);
                HubClient client = HubClient.of(hub)) {
            assertThat(client.get("/health/ready").statusCode()).isEqualTo(200);
            assertThat(client.get("/health/ready").body())
                    .contains("\"degraded\"", "broken should not be true");
        }
    }

    @Test
    void descriptionsReplaceThoseOfTheSource() {
        String source =
                HubFixtures.TEST_SOURCE + "    descriptions: {echo: Repeats., eko: Nothing.}\n";
        try (Hub hub = HubFixtures.started(source)) {
            assertThat(hub.registry().spec("test.echo").description()).isEqualTo("Repeats.");
            assertThat(status(hub).state()).isEqualTo(State.READY);
            assertThat(status(hub).lastError())
                    .isEqualTo("no operation is called \"eko\" to be described");
        }
    }

    @Test
    void aRenameToTheNameOfAnotherOperationIsReported() throws Exception {
        Files.writeString(
                folder.resolve("api.json"),
                """
                {"openapi": "3.1.0", "info": {"title": "x", "version": "1"}, "paths": {
                  "/a": {"get": {"operationId": "a", "responses": {"200": {"description": "x"}}}},
                  "/b": {"get": {"operationId": "b", "responses": {"200": {"description": "x"}}}}}}
                """);
        String source =
                """
                listen: 127.0.0.1:0
                sources:
                  - {name: api, type: openapi, document: api.json, baseUrl: "http://127.0.0.1:1",
                     renames: {a: b}}
                """;
        try (Hub hub = HubFixtures.started(HubConfig.parse(source, folder, any -> null))) {
            assertThat(status(hub).lastError())
                    .isEqualTo("an operation is renamed to \"b\", as another one is called");
        }
    }
}
