package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationSource.Status.State;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** The reports of a running hub about its sources. */
class SourceReportsTest {
    private static final Duration SOON = Duration.ofSeconds(40);

    private static final String TWO_OPERATIONS =
            """
            openapi: 3.1.0
            info: {title: Two, version: "1"}
            servers: [{url: "http://127.0.0.1:1"}]
            paths:
              /a: {get: {operationId: a, responses: {"200": {description: ok}}}}
              /b: {get: {operationId: b, responses: {"200": {description: ok}}}}
            """;

    private static String ready(HubClient client) throws Exception {
        HttpResponse<String> response = client.get("/health/ready");
        return response.statusCode() + " " + client.json("/health/ready").path("status").asString();
    }

    @Test
    void aRenameToTheNameOfAnotherOperationIsReported(@TempDir Path folder) throws Exception {
        Path document = Files.writeString(folder.resolve("two.yaml"), TWO_OPERATIONS);
        String config =
                """
                sources:
                  - {name: two, type: openapi, document: "%s", renames: {a: b}}
                """
                        .formatted(document);
        try (Hub hub = HubFixtures.started(config)) {
            assertThat(hub.sources().getFirst().status().state()).isEqualTo(State.READY);
            assertThat(hub.sources().getFirst().toJson().toString())
                    .contains("an operation is renamed to \\\"b\\\", as another one is called");
        }
    }

    @Test
    void descriptionsOfTheConfigReplaceThoseOfTheSource(@TempDir Path folder) throws Exception {
        Path document = Files.writeString(folder.resolve("two.yaml"), TWO_OPERATIONS);
        String config =
                """
                sources:
                  - {name: two, type: openapi, document: "%s", descriptions: {a: "The first."}}
                """;
        try (Hub hub = HubFixtures.started(config.formatted(document))) {
            assertThat(hub.registry().spec("two.a").description()).isEqualTo("The first.");

            hub.reload(
                    HubFixtures.config(
                            config.formatted(document).replace("The first.", "Another one.")));

            await().atMost(SOON)
                    .until(() -> hub.registry().spec("two.a").description().equals("Another one."));
        }
    }

    @Test
    void readinessGoesFromStartingOverDegradedToReady() throws Exception {
        try (TestApi api = TestApi.start()) {
            CountDownLatch gate = api.holdDocument();
            try (Hub hub = Hub.of(HubFixtures.config("sources:\n" + api.source("slow")))) {
                hub.start();
                try (HubClient client = HubClient.of(hub)) {
                    assertThat(ready(client)).isEqualTo("503 starting");
                    await().atMost(SOON).until(() -> ready(client).equals("200 degraded"));

                    gate.countDown();
                    await().atMost(SOON).until(() -> ready(client).equals("200 ready"));
                }
            } finally {
                gate.countDown();
            }
        }
    }
}
