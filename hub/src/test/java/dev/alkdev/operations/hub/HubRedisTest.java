package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.http.Readiness;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.CapturedLog;
import dev.alkdev.operations.testkit.FreePorts;
import dev.alkdev.operations.testkit.TestRedis;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Hubs that share a Redis. */
@Timeout(120)
class HubRedisTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String TOKENS =
            "tokens:\n" + HubFixtures.token("ann", "ann-token", "secret:read");

    private final String prefix = "test-" + UUID.randomUUID();

    private String engine(URI redis, boolean trust) {
        return "engine: {url: \"%s\", prefix: %s, trustIdentities: %s, expiry: 1s}\n"
                .formatted(redis, prefix, trust);
    }

    private String trusting() {
        return engine(TestRedis.url(), true);
    }

    private static String worker(String answer) {
        return HubFixtures.TEST_SOURCE + "    options: {answer: " + answer + "}\n";
    }

    private static void awaitOperations(Hub hub) {
        await().atMost(SOON).until(() -> hub.registry().find("test.answer").isPresent());
    }

    private static OperationSource.Status engineOf(Hub hub) {
        return hub.sources().getLast().status();
    }

    @Test
    void aHubCallsAndStreamsWhatAnotherOffers() throws Exception {
        try (Hub worker = HubFixtures.started(trusting() + worker("one"));
                Hub front = HubFixtures.started(trusting() + TOKENS);
                HubClient ann = HubClient.of(front).with("ann-token")) {
            awaitOperations(front);

            assertThat(ann.call("test.square", "{\"n\": 5}").body()).isEqualTo("25");
            assertThat(ann.call("test.caller", "{}").body()).isEqualTo("\"ann\"");
            assertThat(ann.call("test.order", "{}").statusCode()).isEqualTo(409);
            try (var lines = ann.stream("test.count", "{\"count\": 2}")) {
                assertThat(lines.lines()).contains("data: 0", "data: 1", "event: complete");
            }
            assertThat(ann.json("/operations").get("sources").get(0).get("name").asString())
                    .isEqualTo("engine");
            assertThat(engineOf(front).state()).isEqualTo(State.READY);
            assertThat(worker.registry().openCalls()).isZero();
        }
    }

    @Test
    void identitiesCountOnlyWhereTheyAreTrusted() throws Exception {
        String wary = engine(TestRedis.url(), false);
        try (Hub worker = HubFixtures.started(wary + worker("one"));
                Hub front = HubFixtures.started(wary + TOKENS);
                HubClient ann = HubClient.of(front).with("ann-token")) {
            awaitOperations(front);

            assertThat(ann.call("test.caller", "{}").body()).isEqualTo("\"anonymous\"");
            assertThat(ann.call("test.secret", "{}").statusCode()).isEqualTo(404);
            assertThat(worker.registry().find("test.secret")).isPresent();
            assertThat(engineOf(front).state()).isEqualTo(State.READY);
            assertThat(engineOf(front).lastError())
                    .isEqualTo(
                            "1 operations of the other hubs require scopes and are not imported;"
                                    + " set engine.trustIdentities to true on all hubs");
        }
    }

    @Test
    void workersShareTheLoadAndTakeOverFromOneThatIsClosed() throws Exception {
        Hub one = HubFixtures.started(trusting() + worker("one"));
        try (Hub two = HubFixtures.started(trusting() + worker("two"));
                Hub front = HubFixtures.started(trusting() + "gateways: [rest]\n");
                HubClient client = HubClient.of(front)) {
            awaitOperations(front);
            Set<String> answers = new HashSet<>();
            await().atMost(SOON)
                    .until(
                            () -> {
                                answers.add(client.call("test.answer", "{}").body());
                                return answers.size() == 2;
                            });

            one.close();

            for (int i = 0; i < 20; i++) {
                assertThat(client.call("test.answer", "{}").body()).isEqualTo("\"two\"");
            }
            assertThat(two.readiness().name()).isEqualTo("READY");
        } finally {
            one.close();
        }
    }

    @Test
    void theReadinessNamesOperationsWithoutWorkerUntilOneReturns() throws Exception {
        try (Hub front = HubFixtures.started(trusting() + TOKENS);
                HubClient client = HubClient.of(front)) {
            try (Hub worker = HubFixtures.started(trusting() + worker("one"))) {
                awaitOperations(front);
                assertThat(ready(client)).isEqualTo("200 ready");
                assertThat(engineOf(worker).state()).isEqualTo(State.READY);
            }
            await().atMost(SOON).until(() -> ready(client).equals("200 degraded"));
            assertThat(engineOf(front).state()).isEqualTo(State.FAILED);
            assertThat(engineOf(front).lastError()).startsWith("no worker is left for ");

            try (Hub worker = HubFixtures.started(trusting() + worker("two"))) {
                await().atMost(SOON).until(() -> ready(client).equals("200 ready"));
                assertThat(engineOf(front).state()).isEqualTo(State.READY);
                assertThat(engineOf(worker).state()).isEqualTo(State.READY);
            }
        }
    }

    private static String ready(HubClient client) throws Exception {
        var response = client.get("/health/ready");
        return response.statusCode() + " " + Json.parse(response.body()).path("status").asString();
    }

    @Test
    void aWorkerThatStopsFinishesItsCallsAndLeavesNewOnesToOthers() throws Exception {
        Hub one = HubFixtures.started(trusting() + worker("one"));
        try (Hub front = HubFixtures.started(trusting());
                HubClient client = HubClient.of(front)) {
            awaitOperations(front);
            var running = client.later("test.hold", "{\"key\": \"redis-1\"}");
            await().until(() -> TestProvider.held("redis-1") == 1);
            try (Hub two = HubFixtures.started(trusting() + worker("two"))) {
                await().until(() -> two.sources().getLast().status().state() == State.READY);
                CompletableFuture<Void> closing =
                        CompletableFuture.runAsync(one::close, Thread::startVirtualThread);
                await().until(() -> one.readiness() == Readiness.DRAINING);

                for (int i = 0; i < 20; i++) {
                    assertThat(client.call("test.answer", "{}").body()).isEqualTo("\"two\"");
                }
                assertThat(running).isNotDone();
                TestProvider.open("redis-1");
                assertThat(running.get(10, TimeUnit.SECONDS).body()).isEqualTo("\"redis-1\"");
                closing.get(10, TimeUnit.SECONDS);
            }
        } finally {
            one.close();
        }
    }

    @Test
    void aWorkerTakesOverFromOneThatIsKilled() throws Exception {
        try (HubProcess one = HubProcess.start(trusting() + worker("one"));
                Hub front = HubFixtures.started(trusting());
                HubClient client = HubClient.of(front)) {
            awaitOperations(front);
            assertThat(client.call("test.answer", "{}").body()).isEqualTo("\"one\"");
            try (Hub two = HubFixtures.started(trusting() + worker("two"))) {
                assertThat(two.readiness().name()).isEqualTo("READY");
                one.kill();

                await().atMost(SOON)
                        .ignoreExceptions()
                        .until(() -> client.call("test.answer", "{}").body().equals("\"two\""));
                for (int i = 0; i < 10; i++) {
                    assertThat(client.call("test.answer", "{}").body()).isEqualTo("\"two\"");
                }
            }
        }
    }

    @Test
    void aHubRunsWithoutItsRedisAndHealsWhenItComes() throws Exception {
        int port = FreePorts.next();
        URI url = URI.create("redis://127.0.0.1:" + port);
        try (Hub hub = HubFixtures.started(engine(url, true) + worker("one"));
                HubClient client = HubClient.of(hub)) {
            assertThat(client.call("test.answer", "{}").body()).isEqualTo("\"one\"");
            assertThat(engineOf(hub).state()).isEqualTo(State.FAILED);
            assertThat(engineOf(hub).lastError()).contains("cannot be reached");
            assertThat(client.json("/health/ready").get("status").asString()).isEqualTo("degraded");

            try (TestRedis redis = TestRedis.startOn(port)) {
                await().atMost(SOON).until(() -> engineOf(hub).state() == State.READY);
                try (Hub front = HubFixtures.started(engine(redis.ownUrl(), true))) {
                    awaitOperations(front);
                }
            }
            await().atMost(SOON).until(() -> engineOf(hub).state() == State.FAILED);
            assertThat(client.call("test.answer", "{}").body()).isEqualTo("\"one\"");
        }
    }

    @Test
    void aRedisThatIsDownDoesNotKeepAHubFromStopping() {
        URI url = URI.create("redis://127.0.0.1:" + FreePorts.next());
        Hub hub = HubFixtures.started(engine(url, true));
        long start = System.nanoTime();

        hub.close();

        assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(8));
    }

    @Test
    void theUrlsPasswordAppearsNowhere() throws Exception {
        URI url = URI.create("redis://user:5ecret@127.0.0.1:" + FreePorts.next());
        try (CapturedLog log = new CapturedLog();
                Hub hub = HubFixtures.started(engine(url, true));
                HubClient client = HubClient.of(hub)) {
            assertThat(client.get("/health/ready").body()).doesNotContain("5ecret");
            assertThat(client.get("/operations").body()).doesNotContain("5ecret");
            assertThat(log.text()).contains("cannot connect to Redis").doesNotContain("5ecret");
        }
    }
}
