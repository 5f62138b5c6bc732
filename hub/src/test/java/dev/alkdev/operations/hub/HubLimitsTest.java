package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;

class HubLimitsTest {
    private static final String TOKENS =
            "tokens:\n"
                    + HubFixtures.token("ann", "ann-token")
                    + HubFixtures.token("bob", "bob-token");

    private static void assertOverloaded(HttpResponse<String> response, String message, int wait) {
        assertThat(response.statusCode()).isEqualTo(429);
        assertThat(response.headers().firstValue("Retry-After")).contains("" + wait);
        JsonNode problem = Json.parse(response.body());
        assertThat(problem.get("code").asString()).isEqualTo("OVERLOADED");
        assertThat(problem.get("detail").asString()).isEqualTo(message);
        assertThat(problem.get("retryable").asBoolean()).isTrue();
    }

    private static CompletableFuture<HttpResponse<String>> held(
            HubClient client, String id, String key) {
        int before = TestProvider.held(key);
        var running = client.later(id, "{\"key\": \"" + key + "\"}");
        await().until(() -> TestProvider.held(key) == before + 1);
        return running;
    }

    @Test
    void listingsAndDescriptionsCountInTheRate() throws Exception {
        String yaml = "limits: {rate: {perSecond: 0.01, burst: 2}}\n" + HubFixtures.TEST_SOURCE;
        for (String path :
                new String[] {
                    "/operations", "/openapi.json", "/operations/test.echo/spec", "/metrics"
                }) {
            try (Hub hub = HubFixtures.started(yaml + TOKENS.replace("[]", "[\"hub:metrics\"]"));
                    HubClient ann = HubClient.of(hub).with("ann-token");
                    HubClient bob = HubClient.of(hub).with("bob-token")) {
                assertThat(ann.get(path).statusCode()).as(path).isEqualTo(200);
                assertThat(ann.get(path).statusCode()).as(path).isEqualTo(200);
                assertThat(ann.get(path).statusCode()).as(path).isEqualTo(429);
                assertThat(ann.call("test.echo", "{}").statusCode()).isEqualTo(429);
                assertThat(bob.get(path).statusCode()).as(path).isEqualTo(200);
                assertThat(ann.get("/health/ready").statusCode()).isEqualTo(200);
            }
        }
    }

    @Test
    void theCallsOfABatchWaitForEachOther() throws Exception {
        String yaml = "limits: {concurrency: 2}\n" + HubFixtures.TEST_SOURCE;
        StringBuilder calls = new StringBuilder("{\"operation\": \"test.echo\"}");
        for (int i = 0; i < 60; i++) {
            calls.append(", {\"operation\": \"test.nested\"}");
        }
        try (Hub hub = HubFixtures.started(yaml);
                HubClient client = HubClient.of(hub)) {
            JsonNode batch =
                    Json.parse(client.post("/batch", "{\"calls\": [" + calls + "]}").body());
            assertThat(batch.get("results").findValuesAsString("status"))
                    .hasSize(61)
                    .containsOnly("200");
        }
    }

    @Test
    void oneCallerHasOnlySoManyCallsRunning() throws Exception {
        String yaml = "limits: {concurrency: 1}\n" + TOKENS + HubFixtures.TEST_SOURCE;
        try (Hub hub = HubFixtures.started(yaml);
                HubClient ann = HubClient.of(hub).with("ann-token");
                HubClient bob = HubClient.of(hub).with("bob-token");
                Peer annsLink = HubFixtures.linked(hub, "ann-token", OperationRegistry.create())) {
            var running = held(ann, "test.hold", "limit-1");

            assertOverloaded(
                    ann.call("test.echo", "{}"), "concurrency limit reached (1 per caller)", 1);
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> annsLink.call("test.echo", Json.parse("{}")))
                    .withMessage("concurrency limit reached (1 per caller)")
                    .satisfies(e -> assertThat(e.retryable()).isTrue());
            assertThat(bob.call("test.echo", "{}").statusCode()).isEqualTo(200);

            TestProvider.open("limit-1");
            assertThat(running.get().statusCode()).isEqualTo(200);
            await().until(() -> ann.call("test.echo", "{}").statusCode() == 200);
        }
    }

    @Test
    void aNestedCallBelongsToTheOneThatMakesIt() throws Exception {
        String yaml =
                "limits: {concurrency: 1, rate: {perSecond: 0.001, burst: 1}}\n"
                        + TOKENS
                        + HubFixtures.TEST_SOURCE;
        try (Hub hub = HubFixtures.started(yaml);
                HubClient ann = HubClient.of(hub).with("ann-token")) {
            assertThat(ann.call("test.nested", "{\"a\":1}").body()).isEqualTo("{\"a\":1}");
        }
    }

    @Test
    void oneCallerHasOnlySoManyStreamsOpen() throws Exception {
        String yaml = "limits: {streams: 1}\n" + TOKENS + HubFixtures.TEST_SOURCE;
        try (Hub hub = HubFixtures.started(yaml);
                HubClient ann = HubClient.of(hub).with("ann-token");
                HubClient bob = HubClient.of(hub).with("bob-token")) {
            try (BufferedReader first = ann.stream("test.endless", "{}");
                    BufferedReader second = ann.stream("test.endless", "{}");
                    BufferedReader other = bob.stream("test.endless", "{}")) {
                assertThat(first.readLine()).isNotNull();
                assertThat(second.lines().toList().toString())
                        .contains("subscription limit reached (1 per caller)");
                assertThat(other.readLine()).isNotNull();
                assertOverloaded(
                        ann.call("test.endless", "{}", "Accept", "text/event-stream"),
                        "subscription limit reached (1 per caller)",
                        1);
            }
            await().until(() -> hub.registry().openSubscriptions() == 0);
        }
    }

    @Test
    void oneCallerBeginsOnlySoManyCallsInATime() throws Exception {
        String yaml =
                "limits: {rate: {perSecond: 0.01, burst: 2}}\n" + TOKENS + HubFixtures.TEST_SOURCE;
        try (Hub hub = HubFixtures.started(yaml);
                HubClient ann = HubClient.of(hub).with("ann-token");
                HubClient bob = HubClient.of(hub).with("bob-token")) {
            assertThat(ann.call("test.echo", "{}").statusCode()).isEqualTo(200);
            assertThat(ann.call("no.such", "{}").statusCode()).isEqualTo(404);
            assertOverloaded(
                    ann.call("test.echo", "{}"), "rate limit reached (0.01/s per caller)", 100);
            assertThat(bob.call("test.echo", "{}").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void otherLimitsCountAfterAReload() throws Exception {
        try (Hub hub =
                        HubFixtures.started(
                                "limits: {rate: {perSecond: 0.01, burst: 1}}\n"
                                        + HubFixtures.TEST_SOURCE);
                HubClient client = HubClient.of(hub)) {
            client.call("test.echo", "{}");
            assertThat(client.call("test.echo", "{}").statusCode()).isEqualTo(429);

            hub.reload(HubFixtures.config(HubFixtures.TEST_SOURCE));

            assertThat(client.call("test.echo", "{}").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aLargeBodyAndALargeHeadAreRefused() throws Exception {
        try (Hub hub =
                        HubFixtures.started(
                                "limits: {bodyBytes: 100B, headerBytes: 2KiB}\n"
                                        + HubFixtures.TEST_SOURCE);
                HubClient client = HubClient.of(hub)) {
            HttpResponse<String> large =
                    client.call("test.echo", "{\"a\": \"" + "x".repeat(100) + "\"}");
            assertThat(large.statusCode()).isEqualTo(413);
            assertThat(large.body()).contains("100");
            HttpResponse<String> head = client.call("test.echo", "{}", "X-Long", "x".repeat(3_000));
            assertThat(head.statusCode()).isEqualTo(431);
            assertThat(head.headers().firstValue("Content-Type"))
                    .contains("application/problem+json");
            assertThat(Json.parse(head.body()).get("code").asString())
                    .isEqualTo("VALIDATION_ERROR");
            assertThat(client.call("test.echo", "{}").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aSourceRunsOnlySoManyCallsForAll() throws Exception {
        String yaml = TOKENS + HubFixtures.TEST_SOURCE + "    concurrency: 1\n";
        try (Hub hub = HubFixtures.started(yaml);
                HubClient ann = HubClient.of(hub).with("ann-token");
                HubClient bob = HubClient.of(hub).with("bob-token")) {
            var running = held(ann, "test.hold", "limit-2");

            assertOverloaded(
                    bob.call("test.echo", "{}"),
                    "concurrency limit reached (1 for the source test)",
                    1);

            TestProvider.open("limit-2");
            assertThat(running.get().statusCode()).isEqualTo(200);
            await().until(() -> bob.call("test.echo", "{}").statusCode() == 200);
        }
    }

    @Test
    void aCallHasTheTimeOfTheConfigAndMayNotAskForMore() throws Exception {
        String yaml =
                "limits: {timeouts: {default: 200ms, max: 300ms}}\n" + HubFixtures.TEST_SOURCE;
        try (Hub hub = HubFixtures.started(yaml);
                HubClient client = HubClient.of(hub);
                Peer link = HubFixtures.linked(hub, "", OperationRegistry.create())) {
            assertTimeout(client.call("test.hold", "{\"key\": \"time-3\"}"));
            assertTimeout(
                    client.call(
                            "test.hold", "{\"key\": \"time-3\"}", "Operation-Timeout", "3600s"));
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> link.call("test.hold", Json.parse("{\"key\": \"time-3\"}")))
                    .satisfies(e -> assertThat(e.code()).isEqualTo("TIMEOUT"));
            await().until(() -> TestProvider.held("time-3") == 0);
        }
    }

    private static void assertTimeout(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(504);
        assertThat(Json.parse(response.body()).get("code").asString()).isEqualTo("TIMEOUT");
    }

    @Test
    void eachKindOfSourceHasItsTimeout() throws Exception {
        try (TestApi api = TestApi.start();
                Hub far = HubFixtures.started(HubFixtures.TEST_SOURCE);
                Hub hub =
                        HubFixtures.started(
                                HubFixtures.TEST_SOURCE
                                        + "    timeout: 200ms\n"
                                        + api.source("weather")
                                        + "    timeout: 200ms\n"
                                        + "  - {name: far, type: peer, namespace: far, timeout:"
                                        + " 200ms,"
                                        + " url: \"%s\"}\n".formatted(HubFixtures.linkUri(far)));
                HubClient client = HubClient.of(hub)) {
            assertTimeout(client.call("test.hold", "{\"key\": \"time-1\"}"));
            assertTimeout(client.call("weather.getWeather", "{\"town\": \"slow\"}"));
            assertTimeout(client.call("far.test_hold", "{\"key\": \"time-2\"}"));
            await().until(() -> TestProvider.held("time-1") + TestProvider.held("time-2") == 0);
            assertThat(client.call("far.test_echo", "{}").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void eachKindOfSourceHasItsConcurrency() throws Exception {
        try (TestApi api = TestApi.start();
                Hub far = HubFixtures.started(HubFixtures.TEST_SOURCE);
                Hub hub =
                        HubFixtures.started(
                                "sources:\n"
                                        + api.source("weather")
                                        + "    concurrency: 1\n"
                                        + "  - {name: far, type: peer, concurrency: 1,"
                                        + " url: \"%s\"}\n".formatted(HubFixtures.linkUri(far)));
                HubClient client = HubClient.of(hub)) {
            var slow = client.later("weather.getWeather", "{\"town\": \"slow\"}");
            var held = held(client, "test.hold", "limit-3");
            await().until(() -> hub.registry().openCalls() == 2);

            assertOverloaded(
                    client.call("weather.getWeather", "{\"town\": \"Ulm\"}"),
                    "concurrency limit reached (1 for the source weather)",
                    1);
            assertOverloaded(
                    client.call("test.echo", "{}"),
                    "concurrency limit reached (1 for the source far)",
                    1);
            TestProvider.open("limit-3");
            assertThat(held.get().statusCode()).isEqualTo(200);
            slow.cancel(true);
        }
    }
}
