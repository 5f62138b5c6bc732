package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.http.Readiness;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What peers ask about operations over a link is subject to the rules of other calls. */
@Timeout(90)
class HubServicesTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final JsonNode EMPTY = Json.parse("{}");
    private static final String TOKENS =
            "tokens:\n" + HubFixtures.token("ann", "ann-token", "hub:metrics");

    @TempDir Path folder;

    private static Peer ann(Hub hub) {
        return HubFixtures.linked(hub, "ann-token", OperationRegistry.create());
    }

    private List<String> audited() throws IOException {
        return Files.readAllLines(folder.resolve("calls.jsonl")).stream()
                .map(Json::parse)
                .map(
                        line ->
                                line.get("caller").asString()
                                        + " "
                                        + line.get("operation").asString()
                                        + " "
                                        + line.get("outcome").asString())
                .toList();
    }

    @Test
    void theyAreAuditedAndMeasured() throws Exception {
        HubConfig config =
                HubConfig.parse(
                        "listen: 127.0.0.1:0\naudit: {file: calls.jsonl}\n"
                                + TOKENS
                                + HubFixtures.TEST_SOURCE,
                        folder,
                        name -> null);
        try (Hub hub = HubFixtures.started(config);
                HubClient client = HubClient.of(hub).with("ann-token");
                Peer link = ann(hub)) {
            link.call("services.list", EMPTY);
            assertThat(
                            catchThrowable(
                                    () ->
                                            link.call(
                                                    "services.schema",
                                                    Json.parse("{\"id\": \"no.such\"}"))))
                    .isInstanceOf(CallException.class);
            try (Subscription<JsonNode> changes = link.subscribe("services.changes", EMPTY)) {
                assertThat(changes.next().data().get("change").asString()).isEqualTo("listening");
                assertThat(client.get("/metrics").body())
                        .contains("operations_streams_active{hub=\"hub\"} 1");
            }
            await().atMost(SOON).until(() -> audited().size() == 3);

            assertThat(audited().subList(0, 2))
                    .containsExactly(
                            "ann services.list ok", "ann services.schema OPERATION_NOT_FOUND");
            assertThat(audited().get(2)).startsWith("ann services.changes ");
            assertThat(client.get("/metrics").body())
                    .containsPattern(
                            "operations_calls_seconds_count\\{[^}]*services\\.list[^}]*} 1")
                    .contains("operations_streams_active{hub=\"hub\"} 0");
        }
    }

    @Test
    void theyCountInTheRateOfTheirCaller() {
        String yaml =
                "limits: {rate: {perSecond: 0.01, burst: 2}}\n" + TOKENS + HubFixtures.TEST_SOURCE;
        try (Hub hub = HubFixtures.started(yaml);
                Peer link = ann(hub)) {
            link.call("services.list", EMPTY);
            link.call("services.list", EMPTY);

            for (String id : List.of("services.list", "services.schema", "test.echo")) {
                assertThatExceptionOfType(CallException.class)
                        .isThrownBy(() -> link.call(id, EMPTY))
                        .withMessage("rate limit reached (0.01/s per caller)");
            }
        }
    }

    /** Over however many links of one caller. */
    @Test
    void oneCallerFollowsChangesOnlySoManyTimes() {
        String yaml = "limits: {streams: 3}\n" + TOKENS + HubFixtures.TEST_SOURCE;
        List<Subscription<JsonNode>> open = new ArrayList<>();
        try (Hub hub = HubFixtures.started(yaml);
                Peer one = ann(hub);
                Peer other = ann(hub)) {
            for (Peer link : List.of(one, other, one)) {
                Subscription<JsonNode> changes = link.subscribe("services.changes", EMPTY);
                open.add(changes);
                assertThat(changes.hasNext()).isTrue();
            }
            for (int i = 0; i < 1_000; i++) {
                try (Subscription<JsonNode> refused =
                        (i % 2 == 0 ? one : other).subscribe("services.changes", EMPTY)) {
                    assertThatExceptionOfType(CallException.class)
                            .isThrownBy(refused::hasNext)
                            .withMessage("subscription limit reached (3 per caller)");
                }
            }
            assertThat(other.call("test.echo", EMPTY).data()).isEqualTo(EMPTY);
            open.forEach(Subscription::close);
        }
    }

    @Test
    void aHubThatStopsEndsThem() throws Exception {
        Hub hub = HubFixtures.started(TOKENS + HubFixtures.TEST_SOURCE);
        try (Peer link = ann(hub);
                HubClient client = HubClient.of(hub).with("ann-token");
                Subscription<JsonNode> changes = link.subscribe("services.changes", EMPTY)) {
            changes.next();
            var held = client.later("test.hold", "{\"key\": \"services-1\"}");
            await().atMost(SOON).until(() -> TestProvider.held("services-1") == 1);

            CompletableFuture<Void> closing =
                    CompletableFuture.runAsync(hub::close, Thread::startVirtualThread);
            await().atMost(SOON).until(() -> hub.readiness() == Readiness.DRAINING);

            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(changes::hasNext)
                    .withMessage("the hub is stopping");
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> link.call("services.list", EMPTY))
                    .withMessage("the hub is stopping");
            TestProvider.open("services-1");
            assertThat(held.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
            closing.get(30, TimeUnit.SECONDS);
        } finally {
            TestProvider.open("services-1");
            hub.close();
        }
    }
}
