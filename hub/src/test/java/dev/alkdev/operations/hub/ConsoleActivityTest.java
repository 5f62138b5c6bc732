package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What a hub remembers of its calls, and who sees it. */
@Timeout(120)
class ConsoleActivityTest {
    private static final String CONFIG =
            "tokens:\n"
                    + HubFixtures.token("ann", "ann-token", "secret:read")
                    + HubFixtures.token("bob", "bob-token")
                    + HubFixtures.token("eve", "eve-token", "hub:inspect", "secret:read")
                    + HubFixtures.TEST_SOURCE;

    private Hub hub;
    private ConsoleClient ann;
    private ConsoleClient bob;

    @BeforeEach
    void start() throws Exception {
        hub = HubFixtures.started(CONFIG);
        ann = ConsoleClient.signedIn(hub, "ann-token");
        bob = ConsoleClient.signedIn(hub, "bob-token");
    }

    @AfterEach
    void stop() {
        ann.close();
        bob.close();
        hub.close();
    }

    /** An answer may be there a little before its call is recorded. */
    private static List<JsonNode> calls(ConsoleClient client, String filter, int count)
            throws Exception {
        await().atMost(Duration.ofSeconds(20))
                .until(() -> client.json("/activity" + filter).get("calls").size() >= count);
        return client.json("/activity" + filter).get("calls").valueStream().toList();
    }

    @Test
    void aCallIsThereWithAllThatIsKnownOfIt() throws Exception {
        long before = System.currentTimeMillis();
        ann.call("test.square", "{\"n\": 3}");

        JsonNode call = calls(ann, "", 1).getFirst();

        assertThat(call.get("id").asString()).hasSize(36);
        assertThat(call.get("parent").isNull()).isTrue();
        assertThat(call.get("operation").asString()).isEqualTo("test.square");
        assertThat(call.get("caller").asString()).isEqualTo("ann");
        assertThat(call.get("source").asString()).isEqualTo("test");
        assertThat(call.get("outcome").asString()).isEqualTo("ok");
        assertThat(call.get("gateway").asString()).isEqualTo("rest");
        assertThat(call.get("message").isNull()).isTrue();
        assertThat(call.has("input")).isFalse();
        assertThat(call.has("items")).isFalse();
        assertThat(call.get("started").asLong()).isGreaterThan(before - 1_000);
        assertThat(call.get("micros").asLong()).isGreaterThan(0);
        assertThat(ann.json("/activity").get("capacity").asInt()).isEqualTo(2_000);
        assertThat(ann.json("/activity").get("dropped").asInt()).isZero();
    }

    @Test
    void nestedCallsNameTheirParent() throws Exception {
        ann.call("test.nested", "{}");

        List<JsonNode> calls = calls(ann, "", 2);

        assertThat(calls)
                .extracting(call -> call.get("operation").asString())
                .containsExactly("test.nested", "test.echo");
        assertThat(calls.get(1).get("parent")).isEqualTo(calls.get(0).get("id"));
        assertThat(calls.get(1).get("gateway").asString()).isEqualTo("local");
    }

    @Test
    void failuresHaveTheirCodeAndFiltersFindThem() throws Exception {
        ann.call("test.square", "{\"n\": \"x\"}");
        ann.call("test.order", "{}");
        ann.call("test.echo", "{}");
        ann.call("no.such", "{}");

        assertThat(calls(ann, "?outcome=error", 3))
                .extracting(call -> call.get("outcome").asString())
                .containsExactly("OPERATION_NOT_FOUND", "OUT_OF_STOCK", "VALIDATION_ERROR");
        assertThat(calls(ann, "?outcome=OUT_OF_STOCK", 1).getFirst().get("message").asString())
                .isEqualTo("nothing is left of it");
        assertThat(calls(ann, "?operation=test.s*", 1)).hasSize(1);
        assertThat(calls(ann, "?caller=ann&limit=2", 2)).hasSize(2);
        assertThat(ann.json("/activity?caller=bob").get("calls")).isEmpty();
        assertThat(ann.get("/activity?limit=x").statusCode()).isEqualTo(422);
        assertThat(ann.get("/activity?limit=999999").statusCode()).isEqualTo(422);
        assertThat(ann.get("/activity?operation=" + "a".repeat(300)).statusCode()).isEqualTo(422);
    }

    @Test
    void othersSeeTheCallsOfWhatTheyMayUseButNotWhatWasWrongWithThem() throws Exception {
        ann.call("test.secret", "{}");
        ann.call("test.order", "{}");
        ann.call("no.such", "{}");
        calls(ann, "", 3);

        List<JsonNode> seen = calls(bob, "", 1);

        assertThat(seen).hasSize(1);
        assertThat(seen.getFirst().get("operation").asString()).isEqualTo("test.order");
        assertThat(seen.getFirst().get("message").isNull()).isTrue();
        try (ConsoleClient eve = ConsoleClient.signedIn(hub, "eve-token")) {
            assertThat(calls(eve, "", 3)).hasSize(3);
            assertThat(calls(eve, "?operation=test.order", 1).getFirst().get("message").asString())
                    .isEqualTo("nothing is left of it");
        }
        assertThat(bob.json("/activity/summary").get("operations"))
                .extracting(each -> each.get("operation").asString())
                .containsExactly("test.order");
    }

    @Test
    void callsOverLinksNameTheirGateway() throws Exception {
        try (Peer peer = HubFixtures.linked(hub, "ann-token", OperationRegistry.create())) {
            peer.call("test.echo", Json.parse("{}"));
        }
        hub.registry().execute("test.echo", Json.parse("{}"));

        assertThat(calls(ann, "", 2))
                .extracting(call -> call.get("gateway").asString())
                .containsExactly("local", "websocket");
        assertThat(calls(ann, "", 2).getFirst().get("caller").asString()).isEqualTo("trusted");
    }

    @Test
    void aSubscriptionIsSeenWhileItRunsAndOnceAfterwards() throws Exception {
        try (BufferedReader items =
                ann.stream(
                        ann.at("/operations/test.endless").POST(BodyPublishers.ofString("{}")))) {
            items.readLine();
            assertThat(calls(ann, "", 1).getFirst().get("outcome").asString()).isEqualTo("running");
        }
        ann.signOut();
        try (ConsoleClient again = ConsoleClient.signedIn(hub, "ann-token")) {
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> calls(again, "?outcome=running", 0).isEmpty());

            List<JsonNode> calls = calls(again, "", 1);

            assertThat(calls).hasSize(1);
            assertThat(calls.getFirst().get("items").asInt()).isEqualTo(1);
        }
    }

    @Test
    void theSummaryCountsByMinuteAndOperation() throws Exception {
        for (int i = 0; i < 5; i++) {
            ann.call("test.echo", "{}");
        }
        ann.call("test.order", "{}");
        calls(ann, "", 6);

        JsonNode summary = ann.json("/activity/summary?minutes=60");

        assertThat(summary.get("buckets")).hasSize(60);
        assertThat(sum(summary.get("buckets"), "calls")).isEqualTo(6);
        assertThat(sum(summary.get("buckets"), "errors")).isEqualTo(1);
        JsonNode first = summary.get("operations").get(0);
        assertThat(first.get("operation").asString()).isEqualTo("test.echo");
        assertThat(first.get("calls").asInt()).isEqualTo(5);
        assertThat(first.get("drift").asInt()).isZero();
        assertThat(first.get("p50").asDouble())
                .isGreaterThan(0)
                .isLessThanOrEqualTo(first.get("p99").asDouble());
        assertThat(ann.json("/activity/summary?operation=test.order").get("operations")).hasSize(1);
        assertThat(ann.json("/sources").at("/sources/0/latency/p95").asDouble()).isGreaterThan(0);
    }

    private static int sum(JsonNode buckets, String member) {
        return buckets.valueStream().mapToInt(each -> each.get(member).asInt()).sum();
    }

    @Test
    void callsAreSentAsTheyHappenToThoseWhoMaySeeThem() throws Exception {
        try (BufferedReader seen = ann.stream(ann.request("/activity/events"));
                BufferedReader filtered =
                        ann.stream(ann.request("/activity/events?operation=test.echo"));
                BufferedReader others = bob.stream(bob.request("/activity/events"))) {
            seen.readLine();
            filtered.readLine();
            others.readLine();
            ann.call("test.secret", "{}");
            ann.call("test.echo", "{}");

            assertThat(event(seen)).contains("test.secret");
            assertThat(event(filtered)).contains("test.echo").doesNotContain("test.secret");
            assertThat(event(others)).contains("test.echo").doesNotContain("test.secret");
        }
    }

    @Test
    void oneUserCannotTakeTheEventStreamsOfOthers() throws Exception {
        List<BufferedReader> open = new ArrayList<>();
        try {
            for (int i = 0; i < 20; i++) {
                BufferedReader stream = ann.stream(ann.request("/activity/events"));
                open.add(stream);
                stream.readLine();
            }
            assertThat(ann.send(ann.request("/activity/events")).statusCode()).isEqualTo(429);
            try (BufferedReader others = bob.stream(bob.request("/activity/events"))) {
                others.readLine();
                bob.call("test.echo", "{}");
                assertThat(event(others)).contains("test.echo");
            }
        } finally {
            for (BufferedReader stream : open) {
                stream.close();
            }
        }
    }

    private static String event(BufferedReader lines) throws Exception {
        String line = lines.readLine();
        while (line != null && !line.startsWith("data:")) {
            line = lines.readLine();
        }
        return String.valueOf(line);
    }

    @Test
    void inputsAreKeptOnlyIfTheAuditHasThemAndOnlySmallOnes() throws Exception {
        hub.reload(HubFixtures.config("audit: {inputs: true}\n" + CONFIG));
        ann.call("test.echo", "{\"a\": \"<script>\\u202e\\u001b[31m\"}");
        ann.call("test.echo", "{\"b\": \"" + "x".repeat(100_000) + "\"}");

        List<JsonNode> calls = calls(ann, "", 2);

        assertThat(calls.get(0).has("input")).isFalse();
        assertThat(calls.get(1).get("input"))
                .isEqualTo(Json.parse("{\"a\": \"<script>\\u202e\\u001b[31m\"}"));
        assertThat(calls(bob, "", 2)).allMatch(call -> !call.has("input"));
    }

    @Test
    void whatDoesNotFitIsKeptOnlyIfTheAuditHasInputs() throws Exception {
        ann.call("test.square", "{\"n\": \"secret\"}");
        assertThat(calls(ann, "", 1).getFirst().get("message").asString())
                .isEqualTo("not valid: /n");

        hub.reload(HubFixtures.config("audit: {inputs: true}\n" + CONFIG));
        ann.call("test.square", "{\"n\": \"secret\"}");

        assertThat(calls(ann, "", 2).getFirst().get("message").asString()).contains("secret");
    }
}
