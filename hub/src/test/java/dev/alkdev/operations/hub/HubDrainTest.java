package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.http.Readiness;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

class HubDrainTest {
    @Test
    void aRunningCallFinishesAndNothingNewIsLetIn() throws Exception {
        Hub hub = HubFixtures.started(HubFixtures.TEST_SOURCE);
        try (HubClient client = HubClient.of(hub)) {
            CompletableFuture<HttpResponse<String>> running = held(client, "drain-1");

            CompletableFuture<Void> closing =
                    CompletableFuture.runAsync(hub::close, Thread::startVirtualThread);
            await().until(() -> client.get("/health/ready").statusCode() == 503);

            HttpResponse<String> late = client.call("test.echo", "{}");
            assertThat(late.statusCode()).isEqualTo(503);
            assertThat(late.body()).contains("the hub is stopping", "UNAVAILABLE");

            TestProvider.open("drain-1");
            assertThat(running.get(30, TimeUnit.SECONDS).body()).isEqualTo("\"drain-1\"");
            closing.get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void theAnswerOfARunningCallReachesItsLink() throws Exception {
        Hub hub = HubFixtures.started(HubFixtures.TEST_SOURCE);
        try (Peer peer = HubFixtures.linked(hub, "", OperationRegistry.create())) {
            CompletableFuture<JsonNode> running =
                    CompletableFuture.supplyAsync(
                            () ->
                                    peer.call("test.hold", Json.parse("{\"key\": \"drain-3\"}"))
                                            .data());
            await().until(() -> TestProvider.held("drain-3") == 1);

            CompletableFuture<Void> closing =
                    CompletableFuture.runAsync(hub::close, Thread::startVirtualThread);
            await().until(() -> hub.readiness() == Readiness.DRAINING);
            TestProvider.open("drain-3");

            assertThat(running.get(30, TimeUnit.SECONDS).asString()).isEqualTo("drain-3");
            closing.get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void theFailureOfACallThatTakesTooLongReachesItsLink() throws Exception {
        Hub hub = HubFixtures.started("drain: 200ms\n" + HubFixtures.TEST_SOURCE);
        try (Peer peer = HubFixtures.linked(hub, "", OperationRegistry.create())) {
            CompletableFuture<Throwable> running =
                    CompletableFuture.supplyAsync(
                            () ->
                                    catchThrowable(
                                            () ->
                                                    peer.call(
                                                            "test.hold",
                                                            Json.parse("{\"key\":\"drain-4\"}"))));
            await().until(() -> TestProvider.held("drain-4") == 1);

            hub.close();

            assertThat(running.get(30, TimeUnit.SECONDS)).hasMessage("the hub is stopping");
        }
    }

    @Test
    void aHandlerThatIgnoresItsInterruptHoldsUpNothing() throws Exception {
        Hub hub = HubFixtures.started("drain: 500ms\n" + HubFixtures.TEST_SOURCE);
        try (Peer peer = HubFixtures.linked(hub, "", OperationRegistry.create());
                HubClient client = HubClient.of(hub)) {
            String input = "{\"key\": \"drain-5\", \"stubborn\": true}";
            var overRest = client.later("test.hold", input);
            var overLink =
                    CompletableFuture.supplyAsync(
                            () -> catchThrowable(() -> peer.call("test.hold", Json.parse(input))));
            await().until(() -> TestProvider.held("drain-5") == 2);
            long start = System.nanoTime();

            hub.close();

            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isBetween(Duration.ofMillis(500), Duration.ofSeconds(20));
            assertThat(overLink.get(30, TimeUnit.SECONDS)).isInstanceOf(CallException.class);
            overRest.cancel(true);
        } finally {
            TestProvider.open("drain-5");
        }
        await().until(() -> hub.registry().openCalls() == 0);
    }

    @Test
    void streamsAreTold() throws Exception {
        Hub hub = HubFixtures.started(HubFixtures.TEST_SOURCE);
        try (HubClient client = HubClient.of(hub);
                BufferedReader lines = client.stream("test.endless", "{}")) {
            assertThat(lines.readLine()).isNotNull();

            CompletableFuture<Void> closing =
                    CompletableFuture.runAsync(hub::close, Thread::startVirtualThread);

            assertThat(lines.lines().toList())
                    .contains("event: error")
                    .anyMatch(line -> line.contains("the hub is stopping"));
            closing.get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void aCallThatDoesNotEndIsNotWaitedForForEver() throws Exception {
        Hub hub = HubFixtures.started("drain: 200ms\n" + HubFixtures.TEST_SOURCE);
        try (HubClient client = HubClient.of(hub)) {
            CompletableFuture<HttpResponse<String>> running = held(client, "drain-2");
            long start = System.nanoTime();

            hub.close();

            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isLessThan(Duration.ofSeconds(20));
            await().until(() -> TestProvider.held("drain-2") == 0);
            running.cancel(true);
        }
    }

    private static CompletableFuture<HttpResponse<String>> held(HubClient client, String key) {
        CompletableFuture<HttpResponse<String>> running =
                CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                return client.call("test.hold", "{\"key\": \"" + key + "\"}");
                            } catch (Exception e) {
                                throw new IllegalStateException(e);
                            }
                        });
        await().until(() -> TestProvider.held(key) == 1);
        return running;
    }
}
