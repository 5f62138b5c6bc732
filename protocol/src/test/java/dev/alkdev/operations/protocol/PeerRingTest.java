package dev.alkdev.operations.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A spoke and hubs that are linked to each other. */
@Timeout(60)
class PeerRingTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final JsonNode EMPTY = Json.parse("{}");

    private final OperationRegistry spoke = OperationRegistry.create();
    private final OperationRegistry first = OperationRegistry.create();
    private final OperationRegistry second = OperationRegistry.create();
    private final OperationRegistry third = OperationRegistry.create();
    private final AtomicInteger runs = new AtomicInteger();

    PeerRingTest() {
        spoke.register(
                OperationSpec.query("svc.hello").build(),
                (input, context) -> "hello " + runs.incrementAndGet());
    }

    /** Two ends of a link, each of which imports what the other one has. */
    private static Peer link(OperationRegistry left, OperationRegistry right) {
        InProcessLink.Pair pair = InProcessLink.pair();
        Peer leftEnd = Peer.over(pair.left(), left);
        Peer rightEnd = Peer.over(pair.right(), right);
        leftEnd.keepImporting(PeerImportOptions.none());
        rightEnd.keepImporting(PeerImportOptions.none());
        return rightEnd;
    }

    private static void awaitHello(OperationRegistry registry, boolean there) {
        await().atMost(SOON).until(() -> registry.find("svc.hello").isPresent() == there);
    }

    @Test
    void anOperationWhoseSpokeHasLeftIsKeptByNoneOfTwoHubs() {
        Peer atFirst = link(spoke, first);
        Peer atSecond = link(spoke, second);
        Peer between = link(first, second);
        awaitHello(first, true);
        await().atMost(SOON).until(() -> between.provides("svc.hello"));
        assertThat(atSecond.provides("svc.hello")).isTrue();
        atFirst.close();
        atSecond.close();
        awaitHello(first, false);
        awaitHello(second, false);
        between.close();
    }

    @Test
    void aRingOfThreeHubsForgetsItToo() {
        Peer atFirst = link(spoke, first);
        Peer a = link(first, second);
        Peer b = link(second, third);
        Peer c = link(third, first);
        awaitHello(second, true);
        awaitHello(third, true);
        assertThat(third.execute("svc.hello", EMPTY).data().asString()).startsWith("hello");
        atFirst.close();
        awaitHello(first, false);
        awaitHello(second, false);
        awaitHello(third, false);
        a.close();
        b.close();
        c.close();
    }

    @Test
    void aCallOfAnOperationThatIsAwayIsMadeNowhereAndFailsAtOnce() {
        InProcessLink.Pair pair = InProcessLink.pair();
        Peer.over(pair.left(), spoke);
        Peer atFirst = Peer.over(pair.right(), first);
        atFirst.keepImporting(PeerImportOptions.none().withGrace(Duration.ofHours(1)));
        Peer between = link(first, second);
        awaitHello(second, true);
        pair.left().close();
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(() -> second.execute("svc.hello", EMPTY))
                .satisfies(
                        failure -> {
                            assertThat(failure.code()).isEqualTo("UNAVAILABLE");
                            assertThat(failure.retryable()).isTrue();
                        });
        // Only the subscription to changes is open.
        assertThat(between.requests().pendingCount()).isLessThanOrEqualTo(1);
        assertThat(runs).hasValue(0);
        between.close();
    }

    @Test
    void theShortestWayIsTaken() {
        Peer atFirst = link(spoke, first);
        Peer atSecond = link(spoke, second);
        Peer between = link(first, second);
        await().atMost(SOON)
                .until(() -> between.provides("svc.hello") && atSecond.provides("svc.hello"));
        for (int i = 0; i < 20; i++) {
            second.execute("svc.hello", EMPTY);
        }
        assertThat(runs).hasValue(20);
        assertThat(between.handler().activeCount()).isLessThanOrEqualTo(1);
        assertThat(atFirst.requests().pendingCount()).isLessThanOrEqualTo(1);
        between.close();
        atFirst.close();
        atSecond.close();
    }

    @Test
    void aRequestThatComesBackIsNotForwardedAgain() {
        Peer atFirst = link(spoke, first);
        awaitHello(first, true);
        RecordingLink foreign = new RecordingLink();
        Peer.over(foreign, first);
        CallEvent.Requested passed =
                new CallEvent.Requested(
                        Call.builder()
                                .caller(Caller.anonymous())
                                .via(List.of(atFirst.node().id(), "elsewhere"))
                                .to("svc.hello", EMPTY),
                        null,
                        null,
                        false);
        foreign.listener().received(passed);
        await().atMost(SOON).until(() -> !foreign.sent().isEmpty());
        assertThat(foreign.sent())
                .singleElement()
                .isInstanceOfSatisfying(
                        CallEvent.Failed.class,
                        failed -> assertThat(failed.code()).isEqualTo("UNAVAILABLE"));
        assertThat(runs).hasValue(0);
        atFirst.close();
    }

    @Test
    void aHandlerMayCallBackWhereItsCallCameFrom() {
        first.register(
                OperationSpec.query("hub.greet").build(),
                (input, context) -> context.env().call("svc.hello", EMPTY).data());
        Peer atFirst = link(spoke, first);
        awaitHello(first, true);
        await().atMost(SOON).until(() -> spoke.find("hub.greet").isPresent());
        assertThat(spoke.execute("hub.greet", EMPTY).data().asString()).isEqualTo("hello 1");
        atFirst.close();
    }
}
