package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.alkdev.operations.Handler;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.FreePorts;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

class HubSourcesTest {
    @Test
    void aDeadSourceIsShownAndComesWhenItCan() throws Exception {
        int port = FreePorts.next();
        String yaml =
                HubFixtures.TEST_SOURCE
                        + "  - name: weather\n    type: openapi\n    document: http://127.0.0.1:%d/openapi.json\n"
                                .formatted(port);
        try (Hub hub = HubFixtures.started(yaml);
                HubClient client = HubClient.of(hub)) {
            assertThat(client.call("test.echo", "{\"a\":1}").body()).isEqualTo("{\"a\":1}");
            JsonNode health = client.json("/health/ready");
            assertThat(health.get("status").asString()).isEqualTo("degraded");
            assertThat(health.get("sources").get(1).get("state").asString()).isEqualTo("failed");
            assertThat(health.get("sources").get(1).get("error").asString())
                    .contains("http://127.0.0.1:" + port);
            assertThat(client.json("/operations").get("sources")).isEqualTo(health.get("sources"));

            try (TestApi weather = new TestApi(port)) {
                assertThat(weather.documentUrl()).endsWith(port + "/openapi.json");
                await().atMost(20, TimeUnit.SECONDS)
                        .until(() -> hub.registry().find("weather.getWeather").isPresent());
                assertThat(client.call("weather.getWeather", "{\"town\": \"Ulm\"}").body())
                        .isEqualTo("{\"path\":\"/weather/Ulm\"}");
                assertThat(client.json("/health/ready").get("status").asString())
                        .isEqualTo("ready");
            }
        }
    }

    @Test
    void rulesApplyToProvidedOperations() throws Exception {
        String yaml =
                """
                sources:
                  - name: test
                    type: provider
                    provider: test
                    filters:
                      include: ["s*", {tag: plain}]
                      exclude: [secret]
                    renames: {square: power}
                    scopes: [math]
                """;
        try (Hub hub = HubFixtures.started(yaml)) {
            assertThat(hub.registry().find("test.power")).isPresent();
            assertThat(hub.registry().find("test.echo")).isPresent();
            assertThat(hub.registry().size()).isEqualTo(2);
            assertThat(hub.registry().spec("test.power").accessControl().requiredScopes())
                    .containsExactly("math");
            JsonNode two = Json.parse("{\"n\": 2}");
            assertThat(hub.registry().execute("test.power", two).data().intValue()).isEqualTo(4);
        }
    }

    @Test
    void aProviderThatDoesNotExistIsSaid() {
        try (Hub hub =
                HubFixtures.started("sources: [{name: x, type: provider, provider: nobody}]")) {
            assertThat(hub.sources().getFirst().status().lastError())
                    .isEqualTo("there is no provider nobody on the class path; there are [test]");
        }
    }

    @Test
    void aReloadExchangesOnlyWhatChanged() throws Exception {
        String other = "  - name: other\n    type: provider\n    provider: test\n";
        try (Hub hub = HubFixtures.started(HubFixtures.TEST_SOURCE + other);
                HubClient client = HubClient.of(hub)) {
            Handler same = hub.registry().handler("test.echo").orElseThrow();
            CompletableFuture<HttpResponse<String>> running =
                    CompletableFuture.supplyAsync(
                            () -> {
                                try {
                                    return client.call("other.hold", "{\"key\": \"reload-1\"}");
                                } catch (Exception e) {
                                    throw new IllegalStateException(e);
                                }
                            });
            await().until(() -> TestProvider.held("reload-1") == 1);

            hub.reload(
                    HubFixtures.config(
                            HubFixtures.TEST_SOURCE + other + "    options: {answer: changed}\n"));

            await().until(() -> client.call("other.answer", "{}").body().equals("\"changed\""));
            assertThat(hub.registry().handler("test.echo")).containsSame(same);
            assertThat(running).isNotDone();
            TestProvider.open("reload-1");
            assertThat(running.get(10, TimeUnit.SECONDS).body()).isEqualTo("\"reload-1\"");
        }
    }

    @Test
    void aSourceThatIsLeftOutGoes() throws Exception {
        try (Hub hub = HubFixtures.started(HubFixtures.TEST_SOURCE);
                HubClient client = HubClient.of(hub)) {
            hub.reload(HubFixtures.config(""));

            assertThat(client.call("test.echo", "{}").statusCode()).isEqualTo(404);
            assertThat(hub.sources()).isEmpty();
        }
    }

    @Test
    void aSourceThatDoesNotAnswerKeepsNobodyFromStopping() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            String document = "http://127.0.0.1:" + silent.getLocalPort() + "/openapi.json";
            Hub hub =
                    Hub.of(
                            HubFixtures.config(
                                    "sources: [{name: x, type: openapi, document: \"%s\"}]"
                                            .formatted(document)));
            hub.start();
            try (Socket asked = silent.accept()) {
                assertThat(asked.isConnected()).isTrue();
                assertTimeoutPreemptively(Duration.ofSeconds(8), hub::close);
            }
        }
    }

    @Test
    void aProviderThatThrowsIsTriedAgain() throws Exception {
        String yaml =
                HubFixtures.TEST_SOURCE
                        + "  - {name: x, type: provider, provider: test, options: {moody: true}}\n";
        try (Hub hub = HubFixtures.started(yaml)) {
            OperationSource.Status first = hub.sources().get(1).status();
            assertThat(first.state()).isEqualTo(OperationSource.Status.State.FAILED);
            assertThat(first.lastError())
                    .isEqualTo("failed unexpectedly with IllegalStateException, see the log");

            await().until(() -> hub.registry().find("x.echo").isPresent());
            assertThat(hub.sources().get(1).status().state())
                    .isEqualTo(OperationSource.Status.State.READY);
        }
    }

    @Test
    void twoSourcesWithTheSameIdsAreSaid() {
        String yaml =
                HubFixtures.TEST_SOURCE
                        + "  - {name: x, type: provider, provider: test, namespace: other,"
                        + " options: {fixed: test}}\n";
        try (Hub hub = HubFixtures.started(yaml)) {
            assertThat(hub.sources())
                    .extracting(entry -> entry.status().operations())
                    .containsExactly(10, 0);
            assertThat(hub.sources().get(1).status().leftOut())
                    .hasSize(10)
                    .containsEntry("test.answer", "the namespace test belongs to the source test");
        }
    }
}
