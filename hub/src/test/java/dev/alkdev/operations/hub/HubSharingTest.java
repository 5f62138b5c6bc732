package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.CapturedLog;
import dev.alkdev.operations.testkit.FreePorts;
import dev.alkdev.operations.testkit.TestRedis;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.UUID;

/** What crosses a Redis between hubs, for whom, and what is said of the rest. */
@Timeout(120)
class HubSharingTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String TOKENS =
            "tokens:\n"
                    + HubFixtures.token("ann", "ann-token", "secret:read", "jobs:run")
                    + HubFixtures.token("bob", "bob-token");
    private static final String GUARDED =
            """
              - name: guarded
                type: provider
                provider: test
                scopes: [jobs:run]
            """;

    private final String prefix = "test-" + UUID.randomUUID();

    private String engine(URI redis, String more) {
        return "engine: {url: \"%s\", prefix: %s, expiry: 1s%s}\n".formatted(redis, prefix, more);
    }

    private String trusting() {
        return engine(TestRedis.url(), ", trustIdentities: true");
    }

    private static void awaitOperations(Hub hub) {
        await().atMost(SOON).until(() -> hub.registry().find("test.answer").isPresent());
    }

    private static OperationSource.Status engineOf(Hub hub) {
        return hub.sources().getLast().status();
    }

    @Test
    void whatAsksForScopesIsRunForWhoHasThem() throws Exception {
        String behind = trusting() + "gateways: []\n" + HubFixtures.TEST_SOURCE + GUARDED;
        try (Hub worker = HubFixtures.started(behind);
                Hub front = HubFixtures.started(trusting() + TOKENS);
                HubClient anybody = HubClient.of(front);
                HubClient ann = HubClient.of(front).with("ann-token");
                HubClient bob = HubClient.of(front).with("bob-token")) {
            await().atMost(SOON).until(() -> front.registry().find("guarded.caller").isPresent());
            awaitOperations(front);

            assertThat(ann.call("test.secret", "{}").body()).isEqualTo("\"secret\"");
            assertThat(ann.call("guarded.caller", "{}").body()).isEqualTo("\"ann\"");
            assertThat(bob.call("test.caller", "{}").body()).isEqualTo("\"bob\"");
            assertThat(bob.call("test.secret", "{}").statusCode()).isEqualTo(403);
            assertThat(bob.call("guarded.caller", "{}").statusCode()).isEqualTo(403);
            assertThat(anybody.call("test.secret", "{}").statusCode()).isEqualTo(401);
            assertThat(anybody.call("guarded.caller", "{}").statusCode()).isEqualTo(401);
            assertThat(engineOf(front))
                    .isEqualTo(
                            new OperationSource.Status(
                                    State.READY, engineOf(front).operations(), null));
            assertThat(worker.registry().openCalls()).isZero();
        }
    }

    @Test
    void aHubThatAsksForTokensOffersNothingUnlessItIsTold() throws Exception {
        String plain = engine(TestRedis.url(), "");
        try (CapturedLog log = new CapturedLog();
                Hub front = HubFixtures.started(plain);
                Hub asking = HubFixtures.started(plain + TOKENS + HubFixtures.TEST_SOURCE);
                Hub told =
                        HubFixtures.started(
                                engine(TestRedis.url(), ", offer: true")
                                        + TOKENS
                                        + HubFixtures.TEST_SOURCE.replace(
                                                "name: test", "name: told"))) {
            await().atMost(SOON).until(() -> front.registry().find("told.answer").isPresent());
            assertThat(front.registry().find("test.answer")).isEmpty();
            assertThat(engineOf(asking).state()).isEqualTo(State.READY);
            assertThat(engineOf(asking).lastError()).contains("set engine.offer to true");
            assertThat(engineOf(told).lastError()).isNull();
            assertThat(log.text()).contains("set engine.offer to true");
        }
    }

    @Test
    void tokensThatComeLaterEndTheOffer() throws Exception {
        String config = engine(TestRedis.url(), ", grace: 0s") + HubFixtures.TEST_SOURCE;
        try (Hub front = HubFixtures.started(engine(TestRedis.url(), ", grace: 0s"));
                Hub worker = HubFixtures.started(config)) {
            awaitOperations(front);
            worker.reload(HubFixtures.config(config + TOKENS));
            await().atMost(SOON).until(() -> front.registry().find("test.answer").isEmpty());
        }
    }

    @Test
    void whileRedisIsAwayOperationsStayAndAreUnavailable() throws Exception {
        int port = FreePorts.next();
        URI url = URI.create("redis://127.0.0.1:" + port);
        TestRedis redis = TestRedis.startOn(port);
        try (Hub worker =
                        HubFixtures.started(
                                engine(url, ", trustIdentities: true") + HubFixtures.TEST_SOURCE);
                Hub front = HubFixtures.started(engine(url, ", trustIdentities: true"));
                HubClient client = HubClient.of(front)) {
            awaitOperations(front);
            assertThat(client.call("test.square", "{\"n\": 5}").body()).isEqualTo("25");

            redis.close();
            await().atMost(SOON).until(() -> engineOf(front).state() == State.FAILED);
            for (int i = 0; i < 20; i++) {
                HttpResponse<String> refused = client.call("test.square", "{\"n\": 5}");
                assertThat(refused.statusCode()).isEqualTo(503);
                assertThat(Json.parse(refused.body()).at("/retryable").asBoolean(false))
                        .as(refused.body())
                        .isTrue();
            }
            assertThat(client.get("/operations").body()).contains("test.square");

            redis = TestRedis.startOn(port);
            // Redis knows nobody at first, and whoever is back first is alone: never 404.
            await().atMost(SOON)
                    .until(
                            () -> {
                                int status = client.call("test.square", "{\"n\": 5}").statusCode();
                                assertThat(status).isIn(200, 503);
                                return status == 200;
                            });
            assertThat(worker.registry().openCalls()).isZero();
        } finally {
            redis.close();
        }
    }

    @Test
    void afterTheGraceWhatIsAwayIsForgotten() throws Exception {
        int port = FreePorts.next();
        URI url = URI.create("redis://127.0.0.1:" + port);
        try (TestRedis redis = TestRedis.startOn(port);
                Hub worker =
                        HubFixtures.started(engine(url, ", grace: 1s") + HubFixtures.TEST_SOURCE);
                Hub front = HubFixtures.started(engine(url, ", grace: 1s"))) {
            awaitOperations(front);
            redis.close();
            await().atMost(SOON).until(() -> front.registry().find("test.answer").isEmpty());
            assertThat(worker.registry().find("test.answer")).isPresent();
        }
    }

    @Test
    void workersWithTheSameSourcesWarnOfNothing() {
        try (CapturedLog log = new CapturedLog();
                Hub one = HubFixtures.started(trusting() + HubFixtures.TEST_SOURCE);
                Hub two = HubFixtures.started(trusting() + HubFixtures.TEST_SOURCE);
                Hub front = HubFixtures.started(trusting())) {
            awaitOperations(front);
            await().atMost(SOON).until(() -> engineOf(two).state() == State.READY);
            assertThat(log.text().lines().filter(line -> line.contains("WARN"))).isEmpty();
            assertThat(log.text().lines().filter(line -> line.contains("of its own")))
                    .hasSizeLessThanOrEqualTo(4);
            assertThat(log.text()).contains("other workers offer");
            assertThat(one.registry().openCalls()).isZero();
        }
    }
}
