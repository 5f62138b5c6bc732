package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.testkit.TestRedis;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.UUID;

/** Whose an operation is that several offer: the hub's own sources come first, however slow. */
@Timeout(120)
class HubOwnershipTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    private final String gate = "gate-" + UUID.randomUUID();
    private final String engine =
            "engine: {url: \"%s\", prefix: test-%s, trustIdentities: true, expiry: 1s}\n"
                    .formatted(TestRedis.url(), UUID.randomUUID());

    private static String source(String options) {
        return HubFixtures.TEST_SOURCE + "    options: {" + options + "}\n";
    }

    /** A hub whose source waits for the gate. */
    private Hub waiting(String more, String answer) {
        Hub hub =
                Hub.of(HubFixtures.config(more + source("answer: " + answer + ", gate: " + gate)));
        hub.start();
        return hub;
    }

    private static void assertOwn(Hub hub, String answer) throws Exception {
        await().atMost(SOON).until(() -> hub.sources().getFirst().status().operations() == 10);
        assertThat(hub.sources().getFirst().status().state()).isEqualTo(State.READY);
        assertThat(hub.sources().getFirst().status().lastError()).isNull();
        try (HubClient client = HubClient.of(hub)) {
            for (int i = 0; i < 5; i++) {
                assertThat(client.call("test.answer", "{}").body()).isEqualTo(answer);
            }
        }
    }

    @Test
    void aSourceThatIsSlowerThanRedisTakesThePlaceOfWhatAnotherHubOffers() throws Exception {
        try (Hub one = HubFixtures.started(engine + source("answer: one"));
                Hub two = waiting(engine, "two");
                HubClient client = HubClient.of(two)) {
            await().atMost(SOON).until(() -> two.registry().find("test.answer").isPresent());
            assertThat(client.call("test.answer", "{}").body()).isEqualTo("\"one\"");
            assertThat(client.get("/metrics").body())
                    .contains("operation=\"test.answer\",outcome=\"ok\",source=\"engine\"");

            TestProvider.open(gate);

            assertOwn(two, "\"two\"");
            assertThat(two.sources().getLast().status().operations()).isZero();
            assertThat(client.get("/metrics").body())
                    .contains("operation=\"test.answer\",outcome=\"ok\",source=\"test\"")
                    .doesNotContain("outcome=\"ok\",source=\"engine\"");
            assertThat(one.readiness().name()).isEqualTo("READY");
        }
    }

    @Test
    void aSourceThatIsExchangedTakesItsPlaceAgain() throws Exception {
        try (Hub one = HubFixtures.started(engine + source("answer: one"));
                Hub two = HubFixtures.started(engine + source("answer: two"))) {
            assertOwn(two, "\"two\"");

            two.reload(HubFixtures.config(engine + source("answer: three, gate: " + gate)));
            // Meanwhile the other hub does the work.
            await().atMost(SOON).until(() -> two.registry().find("test.answer").isPresent());
            TestProvider.open(gate);

            assertOwn(two, "\"three\"");
            assertThat(one.readiness().name()).isEqualTo("READY");
        }
    }

    @Test
    void aSpokeGetsNoCallsOfASourceThatIsNotThereYet() throws Exception {
        OperationRegistry spoke = OperationRegistry.create();
        spoke.register(OperationSpec.query("test.answer").build(), (in, context) -> "spoke");
        spoke.register(OperationSpec.query("spoke.x").build(), (in, context) -> "spoke");
        try (Hub hub = waiting("", "own");
                Peer link = HubFixtures.linked(hub, "", spoke);
                HubClient client = HubClient.of(hub)) {
            await().atMost(SOON).until(() -> hub.registry().find("spoke.x").isPresent());
            assertThat(client.call("test.answer", "{}").statusCode()).isEqualTo(404);
            assertThat(client.call("spoke.x", "{}").body()).isEqualTo("\"spoke\"");
            assertThat(client.get("/metrics").body())
                    .contains("operation=\"spoke.x\",outcome=\"ok\",source=\"link\"");

            TestProvider.open(gate);

            assertOwn(hub, "\"own\"");
            assertThat(link.isUp()).isTrue();
        }
    }
}
